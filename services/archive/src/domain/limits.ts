import {
  EPUB_ENTRIES,
  EPUB_ENTRY_BYTES,
  EPUB_PICTURES_BYTES,
  EPUB_TEXT_BYTES,
  EPUB_UNPACKED_BYTES,
} from "@satchel/contracts/limits";

/**
 * Limits of making a copy. Those that other parts share are in `@satchel/contracts/limits`: workers import that, for
 * one that loaded all of the contracts' schemas would start slower.
 */

/** Pages of a PDF whose text is read, some 4 to 8 ms of processor time each. */
export const PDF_PAGES = 500;

/** Pages of a PDF that are drawn, each 0.1 to 0.5 s of processor time: what is looked at before somebody opens the file. */
export const PDF_DRAWN_PAGES = 20;

/** Pixels of a drawn page at most: twice a column of text, as a sharp screen shows it; 9 MB while it is drawn. */
export const PDF_DRAWN_WIDTH = 1200;
export const PDF_DRAWN_HEIGHT = 1800;

/** Octets of all pictures of a PDF, 50 to 200 kB a page. */
export const PDF_DRAWN_BYTES = 3 * 1024 * 1024;

/** Pixels of the picture of a PDF in lists. */
export const PDF_COVER = { width: 640, height: 400 };

/** Tags of a book that its reading view shows, 25 µs of processor time each: a thick novel has 40,000. */
export const BOOK_TAGS = 70_000;

/** Elements within each other in a chapter: the time to build its tree grows with their square. Browsers stop at 512. */
export const BOOK_NESTING = 500;

/** Elements of a mail that are built, 25 µs each: twice its `LETTER_TAGS`, for what a browser would make of them beside. */
export const LETTER_ELEMENTS = 40_000;

/** Paragraphs of a text that its reading view shows, 25 µs of processor time each: a thick novel has 10,000. */
export const TEXT_PARAGRAPHS = 40_000;

/** What of a book is read. */
export const EPUB_LIMITS = {
  entries: EPUB_ENTRIES,
  entryBytes: EPUB_ENTRY_BYTES,
  totalBytes: EPUB_UNPACKED_BYTES,
  textBytes: EPUB_TEXT_BYTES,
  pictureBytes: EPUB_PICTURES_BYTES,
};
