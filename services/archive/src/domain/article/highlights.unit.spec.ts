import { anchoring, readArticleText, selectorsOf, wordsIn } from "@satchel/contracts/highlights";
import { randomFrom } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { articlePages } from "../../../test/article-pages.ts";
import { sanitiseArticle } from "../page/sanitise.ts";
import { textTreeOf } from "../../../test/text-tree.ts";
import { parsePage } from "./dom.ts";
import { extractArticle } from "./extract.ts";
import { readabilityOf } from "./readable.ts";

const URL_OF_PAGE = "https://gazette.example/satchel";
const QUOTATIONS = 5;
const WORDS = 12;

const textOf = (html: string): string => {
  const clean = sanitiseArticle(html, { url: URL_OF_PAGE, fileOf: () => undefined });
  return readArticleText(textTreeOf(clean)).text;
};

const pages = articlePages.map(({ what, html }) => ({
  what,
  own: textOf(extractArticle(html, URL_OF_PAGE)?.html ?? ""),
  other: textOf(readabilityOf(parsePage(html))?.content ?? ""),
}));

/** Five quotations of a text, the same ones each time. */
function quotationsOf(text: string) {
  const random = randomFrom(text.length);
  const words = wordsIn(text);
  return Array.from({ length: QUOTATIONS }, () => {
    const first = Math.floor(random() * (words.length - WORDS));
    return { start: words[first]?.start ?? 0, end: words[first + WORDS - 1]?.end ?? 0 };
  });
}

const marked = (text: string, quoted: string, range: { start: number; end: number }): string | undefined => {
  const selectors = selectorsOf(quoted, range);
  const found = selectors && anchoring(text).find(selectors);
  return found && text.slice(found.start, found.end).replaceAll("\n", " ");
};

/** A text in which every tenth word is another one. */
function editedOf(text: string): string {
  let count = 0;
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => (++count % 10 === 0 ? "qwertz" : word));
}

describe.each(pages)("given a page with $what, and quotations of its article", ({ own, other }) => {
  const quotations = quotationsOf(own);
  const exact = quotations.map(({ start, end }) => own.slice(start, end).replaceAll("\n", " "));

  test("when the text is as it was, then each is where it was", () => {
    expect(quotations.map((range) => marked(own, own, range))).toEqual(exact);
  });

  test("when it comes from another extractor, then those whose words it has are found, and no other words are", () => {
    const line = other.replaceAll("\n", " ");
    const found = quotations.map((range) => marked(other, own, range));
    found.forEach((words, n) => expect([exact[n], undefined]).toContain(words));
    expect(found.filter((words) => words !== undefined)).toEqual(exact.filter((words) => line.includes(words)));
  });

  test("when every tenth word is another one, then none begins or ends with a word that is not its own", () => {
    const found = quotations.map((range) => marked(editedOf(own), own, range));
    found.forEach((words, n) => {
      for (const end of [wordsIn(words ?? "").at(0), wordsIn(words ?? "").at(-1)]) {
        if (end !== undefined) expect(wordsIn(exact[n] ?? "").map(({ text }) => text)).toContain(end.text);
      }
    });
  });
});

test("given all pages with every tenth word another one, then nine tenths of their quotations are found", () => {
  const found = pages.flatMap(({ own }) => quotationsOf(own).map((range) => marked(editedOf(own), own, range)));
  expect(found.filter((words) => words !== undefined).length / found.length).toBeGreaterThanOrEqual(0.9);
});
