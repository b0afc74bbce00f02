import { createHash } from "node:crypto";
import { partAddress, rewriteCss, type PagePart, type PageParts } from "@satchel/chassis/parts";
import { strToU8, type Zippable, zipSync } from "fflate";
import { type Article, extractArticle } from "../domain/article/extract.ts";
import { letterArticle } from "../domain/article/letter-article.ts";
import { type EmbeddedFile, embeddedFile } from "../domain/page/embedded-file.ts";
import { sanitiseArticle, type SanitiseOptions, sanitisePage } from "../domain/page/sanitise.ts";
import { pdfArticle } from "../domain/pdf/pdf-article.ts";
import { cutText } from "../domain/cut-text.ts";
import { COPY_BYTES, COPY_TEXT_BYTES, PDF, PDF_DRAWN_BYTES, PDF_PAGES } from "../domain/limits.ts";
import { type DrawnPdf, drawPdf } from "./draw-pdf.ts";
import { readPdf } from "./read-pdf.ts";

/** A copy to be made. */
export interface CopyTask {
  readonly page: PageParts;
  /** When the document was fetched, in milliseconds since 1970: the same work makes the same octets. */
  readonly fetchedAt: number;
  /** Whether its article and text are left out, because finding them took too much. Default false. */
  readonly isBare?: boolean;
  /** Whether pictures of a PDF's pages are left out, because drawing them took too much. Default false. */
  readonly isUndrawn?: boolean;
  /** Whether it is a mail, all of which is its article. Default false. */
  readonly isLetter?: boolean;
}

/** A copy as it is stored. */
export interface MadeCopy {
  readonly zip: Uint8Array;
  readonly sha256: string;
  /** The text that is searched; undefined where there is none. */
  readonly text?: string;
  readonly article?: Pick<Article, "kind" | "words" | "language" | "quality" | "extractor">;
  readonly leftOut: number;
  /** The name of the file with the picture for lists, where the copy has one. */
  readonly cover?: string;
}

/** Pictures of a PDF's pages, by the names of their files. */
export interface DrawnPages {
  readonly pages: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  readonly cover: string;
  /** How many pages it has. */
  readonly count: number;
}

/** What a copy's `manifest.json` says. */
export interface Manifest {
  readonly satchel_copy: 1;
  readonly url: string;
  readonly type: string;
  readonly fetched_at: string;
  /** The file that shows the copy: `page.html`, or the original. */
  readonly main: string;
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
  readonly left_out: number;
  readonly article?: Omit<Article, "html" | "text">;
  readonly drawn?: DrawnPages;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "text/css": "css",
  "font/woff2": "woff2",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  [PDF]: "pdf",
};

const WEBP = "image/webp";

/** Digits of a file's hash in its name: no two files of one copy share them. */
const NAME_DIGITS = 20;

/** Pictures and fonts are compressed already. */
const STORED = { level: 0 } as const;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Makes the copy of a page: one zip. Runs in a worker thread. @throws for a document that can't be read */
export async function makeCopy(task: CopyTask): Promise<MadeCopy> {
  const { page, fetchedAt, isBare = false, isUndrawn = false, isLetter = false } = task;
  const isPage = page.parts.length > 0 || page.type === "text/html" || page.type === "application/xhtml+xml";
  const { entries, files, main, text, article, leftOut, drawn } =
    isPage || page.type === ""
      ? ofPage(page, isBare ? undefined : isLetter ? letterArticle : extractArticle)
      : page.type === PDF && !isBare
        ? await ofPdf(page, isUndrawn)
        : ofFile(page);
  const manifest: Manifest = {
    satchel_copy: 1,
    url: page.url,
    type: page.type,
    fetched_at: new Date(fetchedAt).toISOString(),
    main,
    files,
    left_out: leftOut,
    ...(article === undefined ? {} : { article: withoutTexts(article) }),
    ...(drawn === undefined ? {} : { drawn }),
  };
  const zip = zipSync(
    { ...entries, "manifest.json": strToU8(JSON.stringify(manifest)) },
    { level: 6, mtime: new Date(fetchedAt) },
  );
  return {
    zip,
    sha256: sha256(zip),
    leftOut,
    ...(text === undefined || text === "" ? {} : { text: cutText(text) }),
    ...(article === undefined ? {} : { article: aboutOf(article) }),
    ...(drawn === undefined ? {} : { cover: drawn.cover.slice("files/".length) }),
  };
}

function withoutTexts({ html: _html, text: _text, ...about }: Article): Omit<Article, "html" | "text"> {
  return about;
}

const aboutOf = ({ kind, words, language, quality, extractor }: Article): MadeCopy["article"] & object => ({
  kind,
  words,
  language,
  quality,
  extractor,
});

interface Content {
  readonly entries: Zippable;
  readonly files: Manifest["files"];
  readonly main: string;
  readonly text?: string | undefined;
  readonly article?: Article | undefined;
  readonly leftOut: number;
  readonly drawn?: DrawnPages | undefined;
}

/** @param extract finds the article; undefined: none is looked for */
function ofPage({ url, document, parts, leftOut }: PageParts, extract: typeof extractArticle | undefined): Content {
  const source = Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString("utf8");
  const names = new Map(parts.map((part) => [part.url, nameOf(part)]));
  const embedded = new Map<string, EmbeddedFile>();
  const fileOf = (address: string): string | undefined => {
    const found = names.get(address);
    const file = found === undefined ? embeddedFile(address) : undefined;
    if (file === undefined) return found;
    const name = nameOf(file);
    embedded.set(name, file);
    return name;
  };
  const html = sanitisePage(source, { url, fileOf });
  const article = extract === undefined ? undefined : articleOf(extract, source, url);
  const entries: Zippable = { "page.html": strToU8(html) };
  for (const part of parts) {
    const name = nameOf(part);
    entries[name] = part.kind === "style" ? strToU8(cssOf(part, fileOf)) : [part.bytes, STORED];
  }
  if (article !== undefined) {
    entries["article.html"] = strToU8(sanitiseArticle(article.html, { url, fileOf }));
    entries["text.txt"] = strToU8(article.text);
  }
  for (const [name, { bytes }] of embedded) entries[name] ??= [bytes, STORED];
  const all = new Map([...embedded.values(), ...parts].map((file) => [nameOf(file), file]));
  const files = [...all].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.length }));
  return { entries, files, main: "page.html", text: article?.text, article, leftOut };
}

/** A page whose article can't be found is kept without one. */
function articleOf(extract: typeof extractArticle, source: string, url: string): Article | undefined {
  try {
    return extract(source, url);
  } catch {
    return undefined;
  }
}

/** A file's name follows from its content, so that the same picture is there once. */
const nameOf = ({ bytes, type }: Pick<PagePart, "bytes" | "type">): string =>
  `files/${sha256(bytes).slice(0, NAME_DIGITS)}.${ENDINGS[type] ?? "bin"}`;

/** A stylesheet whose references lead to files beside it, or nowhere. */
function cssOf({ bytes, url, base = url }: PagePart, fileOf: SanitiseOptions["fileOf"]): string {
  const css = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return rewriteCss(css, ({ href }) => {
    if (href.startsWith("#")) return href;
    const address = href.startsWith("data:") ? href : partAddress(href, base);
    return address === undefined ? undefined : fileOf(address)?.slice("files/".length);
  });
}

/** A PDF as it is, with its text as an article, and pictures of its first pages. */
async function ofPdf(page: PageParts, isUndrawn: boolean): Promise<Content> {
  const file = ofFile(page);
  const article = await articleOfPdf(page.document);
  const entries: Zippable = { ...file.entries };
  if (article !== undefined) {
    entries["article.html"] = strToU8(article.html);
    entries["text.txt"] = strToU8(article.text);
  }
  const pictures = isUndrawn ? undefined : await drawnOf(page.document);
  if (pictures === undefined) return { ...file, entries, text: article?.text, article };
  const all = [pictures.cover, ...pictures.pages].map((picture) => ({ ...picture, type: WEBP }));
  const named = new Map(all.map((picture) => [nameOf(picture), picture]));
  for (const [name, { bytes }] of named) entries[name] = [bytes, STORED];
  const [cover = "", ...names] = all.map(nameOf);
  const pages = pictures.pages.map(({ width, height }, index) => ({ name: names[index] ?? "", width, height }));
  return {
    ...file,
    entries,
    files: [...file.files, ...[...named].map(([name, { type, bytes }]) => ({ name, type, bytes: bytes.length }))],
    text: article?.text,
    article,
    drawn: { pages, cover, count: pictures.count },
  };
}

/** The room that a copy leaves beside a PDF for what is written about it: its text, and the zip's own lists. */
const BESIDE_BYTES = COPY_TEXT_BYTES * 2;

/** A PDF that can't be drawn is kept without pictures. */
async function drawnOf(document: Uint8Array): Promise<DrawnPdf | undefined> {
  const most = Math.min(PDF_DRAWN_BYTES, COPY_BYTES - BESIDE_BYTES - document.length);
  try {
    return most <= 0 ? undefined : await drawPdf(document, most);
  } catch {
    return undefined;
  }
}

/** A PDF that can't be read is kept without its text. */
async function articleOfPdf(document: Uint8Array): Promise<Article | undefined> {
  try {
    // The library takes over what it is given.
    return pdfArticle(await readPdf(document.slice(), PDF_PAGES));
  } catch {
    return undefined;
  }
}

/** A file as it is, and its text where it is one. */
function ofFile({ type, document, leftOut }: PageParts): Content {
  const main = `original.${ENDINGS[type] ?? "txt"}`;
  const isText = ENDINGS[type] === undefined;
  const text = isText
    ? Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString("utf8")
    : undefined;
  const entries: Zippable = { [main]: isText ? document : [document, STORED] };
  return { entries, files: [{ name: main, type, bytes: document.length }], main, text, leftOut };
}
