import type { CopyId } from "@satchel/contracts";
import { expect, test } from "vitest";
import type { Book, BookArticle } from "./book.ts";
import { splitBook } from "./split.ts";

const ID = "0190a000-0000-7000-8000-0000000000ff";

const article = (title: string, bytes: number): BookArticle => ({
  version: ID as CopyId,
  url: "https://example.com/",
  title,
  direction: "ltr",
  tags: [],
  keptAt: "2026-11-25T12:00:00.000Z",
  html: "",
  pictures: [{ name: "files/a.png", bytes: new Uint8Array(bytes) }],
});

/** Makes of a book as many octets as its pictures have, and one for each article. */
async function split(sizes: readonly number[], bytes: number, books = 8) {
  const made: Book[] = [];
  const articles = sizes.map((size, at) => article(String(at), size));
  const parts = await splitBook(
    { id: ID, title: "List", locale: "en", isCut: false, articles },
    {
      make: async (book) => {
        made.push(book);
        const sum = book.articles.reduce((all, one) => all + 1 + (one.pictures[0]?.bytes.length ?? 0), 0);
        return { title: book.title, bytes: new Uint8Array(sum) };
      },
      bytes,
      books,
    },
  );
  const of = (title: string): readonly string[] =>
    made.findLast((book) => book.title === title)?.articles.map((one) => one.title) ?? [];
  return { parts, titles: parts.map(({ title }) => title), articles: parts.map(({ title }) => of(title)), made };
}

test("a book that fits in a mail is one", async () => {
  expect((await split([1, 1], 10)).titles).toEqual(["List"]);
});

test("a larger one is as few as fit, each article in one of them, and each with an id of its own", async () => {
  const { titles, articles, parts, made } = await split([10, 10, 10, 10, 10], 25);
  expect(titles).toEqual(["List (1/3)", "List (2/3)", "List (3/3)"]);
  expect(articles).toEqual([["0", "1"], ["2", "3"], ["4"]]);
  expect(parts.every(({ bytes }) => bytes.length <= 25)).toBe(true);
  expect(new Set(made.slice(-3).map(({ id }) => id)).size).toBe(3);
});

test("an article that is too large alone, or a list that needs too many mails, is one without pictures", async () => {
  for (const { parts, titles } of [
    await split([100], 25),
    await split([100, 1], 25),
    await split([10, 10, 10, 10], 12, 3),
  ]) {
    expect(titles).toEqual(["List"]);
    expect(parts[0]?.bytes.length).toBeLessThan(5);
  }
});
