import { getDocumentProxy } from "unpdf";
import type { PdfRun, PdfTexts } from "../domain/pdf/pdf-article.ts";

/**
 * The texts of a PDF's first pages. Fonts and scripts are never executed.
 * @param bytes are taken over by the library
 * @param pages how many are read, at most
 * @throws for what is broken, locked with a password, or no PDF
 */
export async function readPdf(bytes: Uint8Array, pages: number): Promise<PdfTexts> {
  const document = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    const { info } = await document.getMetadata();
    const language = Object.entries(info).find(([name]) => name === "Language")?.[1];
    const texts: PdfRun[][] = [];
    for (let number = 1; number <= Math.min(document.numPages, pages); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      texts.push(items.flatMap((item) => ("str" in item ? runOf(item) : [])));
      page.cleanup();
    }
    return { pages: texts, language: typeof language === "string" && language !== "" ? language : undefined };
  } finally {
    await document.destroy();
  }
}

/** Turned text is in the margin, or in a picture. */
function runOf({ str, transform, width }: { str: string; transform: number[]; width: number }): PdfRun[] {
  const [, slope, , size, left, y] = transform;
  if (slope !== 0 || size === undefined || size <= 0 || left === undefined || y === undefined || str === "") return [];
  return [{ text: str, size, left, right: left + width, y }];
}
