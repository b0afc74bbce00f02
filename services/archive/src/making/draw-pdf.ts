import type { PDFiumPage } from "@hyzyla/pdfium";
import { PDF_COVER, PDF_DRAWN_HEIGHT, PDF_DRAWN_PAGES, PDF_DRAWN_WIDTH } from "../domain/limits.ts";

/** A picture, with its size in pixels. */
interface SizedPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Pictures of a PDF. */
export interface DrawnPdf {
  /** Its first pages as WebP, as many as the octets allow. */
  readonly pages: readonly SizedPicture[];
  /** The top of the first page, for lists. */
  readonly cover: SizedPicture;
  /** How many pages it has. */
  readonly count: number;
}

/** Loaded for the first PDF alone: sharp takes 150 ms of processor time and 30 MB, and few copies are of PDFs. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // One picture after another in a process of its own: a cache and threads would only take memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Text stays sharp from here on. */
const QUALITY = 75;

/**
 * Draws the first pages of a PDF. PDFium runs as WebAssembly: what is wrong in it reaches no memory but its own, which ends
 * with the document. It has no script engine, and forms are not loaded.
 * @param most octets of all pictures
 * @returns undefined when it has no page that can be drawn within that
 * @throws for what is broken, locked with a password, or no PDF
 */
export async function drawPdf(bytes: Uint8Array, most: number): Promise<DrawnPdf | undefined> {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    const count = document.getPageCount();
    const pages: SizedPicture[] = [];
    let cover: SizedPicture | undefined;
    let left = most;
    for (let index = 0; index < Math.min(count, PDF_DRAWN_PAGES); index++) {
      const pixels = await pixelsOf(document.getPage(index));
      if (pixels === undefined) break;
      const page = await encode(pixels);
      left -= page.bytes.length;
      if (left < 0) break;
      pages.push(page);
      cover ??= await encode(pixels, PDF_COVER);
    }
    document.destroy();
    return cover === undefined ? undefined : { pages, cover, count };
  } finally {
    library.destroy();
  }
}

/** A page as wide as it is shown, as RGBA, row by row; undefined for one without a size. */
async function pixelsOf(page: PDFiumPage): Promise<SizedPicture | undefined> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(PDF_DRAWN_WIDTH / originalWidth, PDF_DRAWN_HEIGHT / originalHeight);
  if (!Number.isFinite(scale) || Math.min(originalWidth, originalHeight) * scale < 1) return undefined;
  const { data, width, height } = await page.render({ scale, render: "bitmap" });
  return { bytes: data, width, height };
}

/** Pixels as WebP; scaled to `part`'s width and cut below its height, where given. */
async function encode({ bytes, width, height }: SizedPicture, part?: typeof PDF_COVER): Promise<SizedPicture> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { raw: { width, height, channels: 4 } }).flatten({ background: "#fff" });
  const sized = part === undefined ? picture : picture.resize({ ...part, fit: "cover", position: "top" });
  const { data, info } = await sized.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
