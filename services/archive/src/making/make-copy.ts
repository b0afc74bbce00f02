import type { PageParts } from "@satchel/chassis/parts";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { Article } from "../domain/article/article.ts";
import { extractArticle } from "../domain/article/extract.ts";
import { readingOf } from "../domain/article/text-html.ts";
import { wholeArticle } from "../domain/article/whole-article.ts";
import { cutText } from "../domain/cut-text.ts";
import { PDF } from "@satchel/contracts/media-types";
import { LETTER_ELEMENTS } from "../domain/limits.ts";
import { type Content, type Manifest, ofFile, sha256 } from "./content.ts";
import { ofMailedFile, ofText } from "./mailed-content.ts";
import { ofPage } from "./page-content.ts";
import { ofPdf } from "./pdf-content.ts";

/** A copy to be made. */
export interface CopyTask {
  readonly page: PageParts;
  /** When the document was fetched, in milliseconds since 1970: the same work makes the same octets. */
  readonly fetchedAt: number;
  /** Whether its article and text are left out, because finding them took too much. Default false. */
  readonly isBare?: boolean;
  /** Whether pictures of a PDF's pages are left out, because drawing them took too much. Default false. */
  readonly isUndrawn?: boolean;
  /** Whether it is a mail or a file: all of it is its article, for it is nowhere else to be read. Default false. */
  readonly isItem?: boolean;
}

/** A copy as it is stored. */
export interface MadeCopy {
  readonly zip: Uint8Array;
  readonly sha256: string;
  /** Octets of its files, as they are in memory. */
  readonly unpackedBytes: number;
  /** The text that is searched; undefined where there is none. */
  readonly text?: string;
  readonly article?: Pick<Article, "kind" | "words" | "language" | "quality" | "extractor">;
  readonly leftOut: number;
  /** The name of the file with the picture for lists, where the copy has one. */
  readonly cover?: string;
}

/** Makes the copy of a page: one zip. Runs in a worker. @throws for a document that can't be read */
export async function makeCopy(task: CopyTask): Promise<MadeCopy> {
  const { page, fetchedAt } = task;
  const { entries, files, main, text, article, leftOut, drawn } = await contentOf(task);
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
    unpackedBytes: Object.values(entries).reduce((sum, entry) => sum + octetsOf(entry), 0),
    leftOut,
    ...(text === undefined || text === "" ? {} : { text: cutText(text) }),
    ...(article === undefined ? {} : { article: aboutOf(article) }),
    ...(drawn === undefined ? {} : { cover: drawn.cover.slice("files/".length) }),
  };
}

const octetsOf = (entry: Zippable[string]): number => {
  const file = Array.isArray(entry) ? entry[0] : entry;
  return file instanceof Uint8Array ? file.length : 0;
};

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

/** What is made of a document, by its type and by how it came. */
async function contentOf({ page, isBare = false, isUndrawn = false, isItem = false }: CopyTask): Promise<Content> {
  const isHtml = page.type === "text/html" || page.type === "application/xhtml+xml" || page.type === "";
  if (isItem && !isHtml) return ofMailedFile(page, { isBare, isUndrawn });
  if (isHtml || page.parts.length > 0) {
    if (!isItem) return ofPage(page, isBare ? undefined : extractArticle);
    return ofPage(page, isBare ? undefined : wholeArticle, LETTER_ELEMENTS);
  }
  if (isBare) return ofFile(page);
  if (page.type === PDF) return ofPdf(page, isUndrawn);
  const reading = readingOf(page.type, page.url);
  return reading === undefined ? ofFile(page) : ofText(page, reading === "markdown");
}
