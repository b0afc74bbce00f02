import { keyOf } from "./title-key.ts";

/** Parts of a shop's title between its colons that are read. */
const PARTS = 8;

/** The number of a book (ISBN of 10 or 13 digits); what follows it is the shop's addition. */
const BOOK_NUMBER = /^(?:97[89])?\d{9}[\dX]$/;

/** An author as shops sort them, at the end: `The Wall : Haushofer, Marlen`. */
const SORTED_AUTHOR = /\s:\s\p{Lu}[\p{L}'’ -]{1,40},\s\p{Lu}[\p{L}'’. -]{1,40}$/u;

/** The same beside a book's number, where a colon without a space before it is enough. */
const AUTHOR_OF_BOOK = /\s?:\s\p{Lu}[\p{L}'’ -]{1,40},\s\p{Lu}[\p{L}'’. -]{1,40}$/u;

/**
 * A shop's title without its additions: the shop, the department, a book's number and author.
 * `Kettle : Amazon.fr: Kitchen`, `Amazon.com: Dune: 9780441013593: Herbert, Frank: Books`.
 * @returns undefined when the title has no such form
 */
export function withoutDepartment(title: string, siteNames: readonly string[]): string | undefined {
  const isSite = (text: string) => siteNames.some((name) => keyOf(name) === keyOf(text));
  const columns = title.split("|", PARTS).map((column) => column.trim());
  // Titles of Japanese shops end with `mail order`, sometimes followed by their name.
  const isMailOrder = columns.length > 2 && columns.slice(-2).some((column) => column.endsWith("通販"));
  if (isMailOrder && columns.some(isSite)) return columns.find((column) => !isSite(column));
  const segments = title.split(/\s?:\s/, PARTS);
  const begins = segments.length > 2 && isSite(segments[0] ?? "");
  const end = segments.findIndex((segment, at) => at > 0 && (isSite(segment) || BOOK_NUMBER.test(segment)));
  const isSure = end >= segments.length - 2 || /^\S+\.\S+$|^[\dX]+$/.test(segments[end] ?? "");
  if (end > (begins ? 1 : 0) && isSure) {
    const own = title.slice(begins ? positionOf(title, 1) : 0, positionOf(title, end)).replace(/\s?:\s$/, "");
    const isBook = segments.some((segment) => BOOK_NUMBER.test(segment));
    return own.replace(isBook ? AUTHOR_OF_BOOK : SORTED_AUTHOR, "");
  }
  // With spaces around its colon the last part is the department.
  return begins ? /^[^:]{1,40}:\s(.{2,280})\s:\s[^:]{2,60}$/.exec(title)?.[1] : undefined;
}

/** The offset of the part with this number. */
function positionOf(title: string, part: number): number {
  const colons = [...title.matchAll(/\s?:\s/g)];
  const { index = 0, 0: colon = "" } = colons[part - 1] ?? {};
  return index + colon.length;
}
