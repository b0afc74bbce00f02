import { EPUB } from "@satchel/contracts/media-types";
import { strToU8, type Zippable, zipSync } from "fflate";
import type { Book, ShownPicture, ShownPictures } from "./book.ts";
import { chapter, cover, fileOf, navigation, STYLE } from "./documents.ts";
import { CONTAINER, ncxOf, packageOf } from "./package.ts";
import { toXhtml } from "./xhtml.ts";

/**
 * The time of all files in the zip, so that the same book gives the same octets: the first that a zip can have, in whatever
 * time zone, because fflate takes the local parts.
 */
const TIME = new Date(1980, 0, 1);
const STORED = { level: 0, mtime: TIME } as const;
const COMPRESSED = { level: 6, mtime: TIME } as const;

/**
 * Writes a book as EPUB 3, with what reading systems of EPUB 2 need besides. It is zipped at once and not as a stream:
 * a stream writes the sizes of files behind them, which some reading systems can't read, above all of "mimetype", which has to
 * be stored (EPUB OCF 3.2, section 4.3). Takes as much processor time as the articles are long: for a worker.
 */
export function writeEpub(book: Book, pictures: ShownPictures): Uint8Array {
  const used = new Map<string, ShownPicture>();
  const withMath = new Set<number>();
  const chapters: Zippable = {};
  book.articles.forEach((article, at) => {
    const known = new Map(article.pictures.map(({ name }) => [name, pictures.get(name)]));
    const { body, files, hasMath } = toXhtml(article.html, {
      title: article.title,
      fileOf: (src) => known.get(src)?.file,
    });
    for (const picture of known.values()) {
      if (picture !== undefined && files.has(picture.file)) used.set(picture.file, picture);
    }
    if (hasMath) withMath.add(at);
    chapters[`EPUB/${fileOf(at)}`] = [strToU8(chapter(article, book, body)), COMPRESSED];
  });
  const shown = [...used.values()];
  const text = (content: string): [Uint8Array, typeof COMPRESSED] => [strToU8(content), COMPRESSED];
  return zipSync({
    mimetype: [strToU8(EPUB), STORED],
    "META-INF/container.xml": text(CONTAINER),
    "EPUB/package.opf": text(packageOf(book, shown, withMath)),
    "EPUB/nav.xhtml": text(navigation(book)),
    "EPUB/toc.ncx": text(ncxOf(book)),
    "EPUB/style.css": text(STYLE),
    "EPUB/cover.xhtml": text(cover(book)),
    ...chapters,
    ...Object.fromEntries(shown.map(({ file, bytes }) => [`EPUB/${file}`, [bytes, STORED]] as const)),
  } as Zippable);
}
