import { COPY_BYTES } from "@satchel/contracts/limits";
import { EPUB, PDF } from "@satchel/contracts/media-types";
import { nameOf, readEpub } from "@satchel/chassis/epub";
import type { PagePart, PageParts } from "@satchel/chassis/parts";
import { strToU8 } from "fflate";
import type { Article } from "../domain/article/article.ts";
import { bookHtml } from "../domain/article/book-html.ts";
import { wholeArticle } from "../domain/article/whole-article.ts";
import { textHtml } from "../domain/article/text-html.ts";
import { BOOK_TAGS, EPUB_LIMITS } from "../domain/limits.ts";
import { sanitiseArticle } from "../domain/page/sanitise.ts";
import { type Content, nameOfFile, ofFile, STORED } from "./content.ts";
import { ofPage } from "./page-content.ts";
import { BESIDE_BYTES, ofPdf } from "./pdf-content.ts";

interface Options {
  readonly isBare: boolean;
  readonly isUndrawn: boolean;
}

/**
 * A file that came by mail: as it came, and with an article, whatever it is, for nothing else shows it. One that can't be
 * read is kept as it is alone.
 */
export async function ofMailedFile(page: PageParts, { isBare, isUndrawn }: Options): Promise<Content> {
  if (page.type.startsWith("image/")) return ofPicture(page);
  if (isBare) return ofFile(page);
  if (page.type === PDF) return withPages(page, await ofPdf({ ...page, parts: [] }, isUndrawn));
  try {
    if (page.type === EPUB) return ofBook(page);
    return page.type.startsWith("text/") ? ofText(page, page.type === "text/markdown") : ofFile(page);
  } catch {
    return ofFile(page);
  }
}

/** An article that is shown as what it is, and read in no words of its own. */
const shown = (html: string): Article => ({
  kind: "document",
  html,
  text: "",
  title: undefined,
  byline: undefined,
  language: undefined,
  direction: "ltr",
  words: 0,
  quality: 1,
  extractor: "satchel-shown-1",
});

/** A picture is its own article. */
function ofPicture({ type, document, leftOut }: PageParts): Content {
  const name = nameOfFile({ type, bytes: document });
  const html = `<p><img src="${name}" alt=""></p>`;
  return {
    entries: { [name]: [document, STORED], "article.html": strToU8(html) },
    files: [{ name, type, bytes: document.length }],
    main: name,
    article: shown(html),
    leftOut,
  };
}

/** A scan has no text: pictures of its pages are its article. */
function withPages({ type }: PageParts, content: Content): Content {
  const { drawn, article, entries } = content;
  if (type !== PDF || article !== undefined || drawn === undefined) return content;
  const html = pagesHtml(
    drawn.pages.map(({ name, width, height }) => ({ name, size: ` width="${width}" height="${height}"` })),
  );
  return { ...content, entries: { ...entries, "article.html": strToU8(html) }, article: shown(html) };
}

/** Pictures of pages, one below the other. */
const pagesHtml = (pages: readonly { readonly name: string; readonly size?: string }[]): string =>
  pages.map(({ name, size = "" }, at) => `<p><img src="${name}" alt="${at + 1}"${size}></p>`).join("\n");

/** A text as it is, and as an article. */
export function ofText(page: PageParts, isMarkdown: boolean): Content {
  const { entries, files, main, text = "", leftOut } = ofFile(page);
  const html = textHtml(text, isMarkdown);
  const article = documentOf(wholeArticle(html, page.url), "satchel-text-1");
  if (article === undefined) return { entries, files, main, text, leftOut };
  const read = strToU8(sanitiseArticle(article.html, { url: page.url, fileOf: () => undefined }));
  return {
    entries: { ...entries, "article.html": read, "text.txt": strToU8(article.text) },
    files,
    main,
    text: article.text,
    article,
    leftOut,
  };
}

/** A book as it is, to be taken away, and its chapters with their pictures as one article. */
function ofBook(page: PageParts): Content {
  const original = ofFile(page);
  const room = COPY_BYTES - BESIDE_BYTES - page.document.length;
  const pictureBytes = Math.max(0, Math.min(EPUB_LIMITS.pictureBytes, room));
  const book = readEpub(page.document, { ...EPUB_LIMITS, pictureBytes });
  const addresses = new Map([...book.pictures.keys()].map((name, at) => [name, `cid:${at}@book.invalid`]));
  const parts = [...book.pictures].map(
    ([name, { type, bytes }]): PagePart => ({ kind: "picture", url: addresses.get(name) ?? "", type, bytes }),
  );
  const html = bookHtml(book.chapters, book, (href, chapter) => addresses.get(nameOf(href, chapter) ?? ""));
  const { entries, files, text, article } = ofPage(
    { url: page.url, type: "text/html", document: Buffer.from(html), parts, leftOut: 0 },
    wholeArticle,
    2 * BOOK_TAGS,
  );
  const { "page.html": _page, ...kept } = entries;
  const drawn = article === undefined ? drawnPages(html, parts) : undefined;
  const read = documentOf(article, "satchel-book-1") ?? drawn;
  return {
    entries: { ...kept, ...original.entries, ...(drawn && { "article.html": strToU8(drawn.html) }) },
    files: [...original.files, ...files],
    main: original.main,
    text,
    article: read === undefined ? undefined : { ...read, title: book.title, byline: book.author },
    leftOut: book.leftOut,
  };
}

/** The pictures of a book without a text, such as a comic, in the order of its chapters. */
function drawnPages(html: string, parts: readonly PagePart[]): Article | undefined {
  const names = new Map(parts.map((part) => [part.url, nameOfFile(part)]));
  const pages = [...html.matchAll(/<img src="(cid:\d+@book\.invalid)"/g)].flatMap(([, address = ""]) => {
    const name = names.get(address);
    return name === undefined ? [] : [{ name }];
  });
  return pages.length === 0 ? undefined : shown(pagesHtml(pages));
}

const documentOf = (article: Article | undefined, extractor: string): Article | undefined =>
  article === undefined ? undefined : { ...article, kind: "document", extractor };
