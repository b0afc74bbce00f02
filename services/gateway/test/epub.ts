// What the proof of books needs of them.
export type { Book, BookArticle, BookPicture } from "../src/epub/book.ts";
export { makeEpub } from "../src/epub/make-epub.ts";
