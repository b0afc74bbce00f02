import { EPUB_PICTURES_CPU_MS } from "../limits.ts";
import type { Book } from "./book.ts";
import { showPictures } from "./pictures.ts";
import { writeEpub } from "./write.ts";

/** Makes an EPUB: its pictures are converted, its articles written. Runs in a worker process. */
export async function makeEpub(book: Book): Promise<Uint8Array> {
  const pictures = book.articles.flatMap((article) => article.pictures);
  return writeEpub(book, await showPictures(pictures, EPUB_PICTURES_CPU_MS));
}
