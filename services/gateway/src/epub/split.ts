import type { Book, MadeBook } from "./book.ts";

interface SplitOptions {
  readonly make: (book: Book) => Promise<MadeBook>;
  /** Octets of one book, at most. */
  readonly bytes: number;
  /** Books, at most. */
  readonly books: number;
}

/**
 * A book as several, each with some of its articles, none of which is larger than it may be. Where even many are not enough,
 * it is one without pictures.
 */
export async function splitBook(book: Book, { make, bytes, books }: SplitOptions): Promise<MadeBook[]> {
  const fits = (made: MadeBook): boolean => made.bytes.length <= bytes;
  const whole = await make(book);
  if (fits(whole)) return [whole];
  const most = Math.min(books, book.articles.length);
  for (let number = Math.max(2, Math.ceil(whole.bytes.length / bytes)); number <= most; number++) {
    const made: MadeBook[] = [];
    for (const part of partsOf(book, number)) made.push(await make(part));
    if (made.every(fits)) return made;
  }
  return [await make({ ...book, articles: book.articles.map((article) => ({ ...article, pictures: [] })) })];
}

/** As many books with as many articles each, as far as that goes. Each has an id of its own. */
function partsOf(book: Book, number: number): Book[] {
  const { id, title, articles } = book;
  const size = Math.ceil(articles.length / number);
  const count = Math.ceil(articles.length / size);
  return Array.from({ length: count }, (_, at) => ({
    ...book,
    id: `${id.slice(0, -2)}${(at + 1).toString(16).padStart(2, "0")}`,
    title: `${title} (${at + 1}/${count})`,
    articles: articles.slice(at * size, (at + 1) * size),
  }));
}
