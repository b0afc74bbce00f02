import { COPY_BYTES, COPY_TEXT_BYTES } from "@satchel/contracts/limits";
import type { PageParts } from "@satchel/chassis/parts";
import { strToU8, type Zippable } from "fflate";
import type { Article } from "../domain/article/article.ts";
import { PDF_DRAWN_BYTES, PDF_PAGES } from "../domain/limits.ts";
import { pdfArticle } from "../domain/pdf/pdf-article.ts";
import { type Content, nameOfFile, ofFile, STORED } from "./content.ts";
import { type DrawnPdf, drawPdf } from "./draw-pdf.ts";
import { readPdf } from "./read-pdf.ts";

const WEBP = "image/webp";

/** A PDF as it is, with its text as an article, and pictures of its first pages. */
export async function ofPdf(page: PageParts, isUndrawn: boolean): Promise<Content> {
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
  const named = new Map(all.map((picture) => [nameOfFile(picture), picture]));
  for (const [name, { bytes }] of named) entries[name] = [bytes, STORED];
  const [cover = "", ...names] = all.map(nameOfFile);
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

/** The room that a copy leaves beside a file for what is written about it: its text, and the zip's own lists. */
export const BESIDE_BYTES = COPY_TEXT_BYTES * 2;

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
    // The library takes over what it is given, and takes no Buffer.
    return pdfArticle(await readPdf(new Uint8Array(document), PDF_PAGES));
  } catch {
    return undefined;
  }
}
