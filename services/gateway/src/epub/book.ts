import type { CopyId, Locale } from "@satchel/contracts";

/** A picture of a copy, as it is stored there. */
export interface BookPicture {
  /** As the article names it: `files/<hash>.<ending>`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An article of a book. Its HTML is that of a copy, which is sanitised. */
export interface BookArticle {
  readonly version: CopyId;
  readonly url: string;
  readonly title: string;
  readonly byline?: string;
  readonly site?: string;
  /** BCP 47 */
  readonly language?: string;
  readonly direction: "ltr" | "rtl";
  readonly tags: readonly string[];
  /** When its page was kept, in ISO 8601. */
  readonly keptAt: string;
  readonly html: string;
  readonly pictures: readonly BookPicture[];
}

/** What an EPUB is made of. The same book gives the same octets. */
export interface Book {
  /** Names the book for reading systems: UUID. */
  readonly id: string;
  readonly title: string;
  /** Of the words that are not the articles'. */
  readonly locale: Locale;
  /** The list has more articles than the book. */
  readonly isCut: boolean;
  readonly articles: readonly BookArticle[];
}

/** A picture as reading systems show it. */
export interface ShownPicture {
  /** Its file in the book. */
  readonly file: string;
  readonly type: "image/jpeg" | "image/png";
  readonly bytes: Uint8Array;
}

/** Pictures by their names in articles; what can't be shown is missing. */
export type ShownPictures = ReadonlyMap<string, ShownPicture>;

/** A book with the name of its file. */
export interface MadeBook {
  readonly title: string;
  readonly bytes: Uint8Array;
}
