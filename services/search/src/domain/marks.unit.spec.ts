import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fragmentsOf, type Matches, piecesOf, SNIPPET_CHARS, snippetOf } from "./marks.ts";

/** A text with brackets around what is marked. */
const marked = (pieces: { text: string; found: boolean }[]): string =>
  pieces.map(({ text, found }) => (found ? `[${text}]` : text)).join("");
const plain = (pieces: { text: string }[]): string => pieces.map(({ text }) => text).join("");

/** Whole words that were found, each by itself. */
const whole = (...words: string[]): Matches => [[new Map(words.map((word) => [word, word]))]];

/** Words that were found in a row. */
const inRow = (...words: string[]): Matches => [words.map((word) => new Map([[word, word]]))];

describe("marks", () => {
  test.each<[string, string[], string]>([
    ["Rust and rust", ["rust"], "[Rust] and [rust]"],
    ["Using TypeScript", ["script"], "Using Type[Script]"],
    ["Using TypeScript", ["typescript"], "Using [TypeScript]"],
    ["An E-Mail", ["email"], "An [E-Mail]"],
    ["An E-Mail", ["mail"], "An E-[Mail]"],
    ["Don’t", ["dont"], "[Don’t]"],
    ["Häuser", ["häuser"], "[Häuser]"],
    ["東京都", ["東", "京"], "[東][京]都"],
    ["<b>bold</b>", ["b"], "<[b]>bold</[b]>"],
    ["nothing", [], "nothing"],
    ["", ["x"], ""],
  ])("given %s, when %j are found, then %s", (text, found, expected) => {
    expect(marked(piecesOf(text, whole(...found)))).toBe(expected);
  });

  test.each<[string, string, string, string]>([
    ["Breadmaking", "breadmaking", "bread", "[Bread]making"],
    ["Häuser", "häuser", "haus", "[Häus]er"],
    ["Straßenbahn", "straßenbahn", "stras", "[Straß]enbahn"],
    ["e\u0301te\u0301s", "e\u0301te\u0301s", "ete", "[e\u0301te\u0301]s"],
    ["An E-Mail", "email", "ema", "An [E-Ma]il"],
    ["TypeScript", "script", "scr", "Type[Scr]ipt"],
  ])("given %s, when of %s the beginning %s is found, then it alone is marked: %s", (text, word, begin, expected) => {
    expect(marked(piecesOf(text, [[new Map([[word, begin]])]]))).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["The maker waxes the thread and the awl", "waxes the thread", "The maker [waxes the thread] and the awl"],
    ["waxes the awl, waxes (the) thread", "waxes the thread", "waxes the awl, [waxes (the) thread]"],
    ["waxes the", "waxes the thread", "waxes the"],
    ["the the thread", "the thread", "the [the thread]"],
    ["An E-Mail list", "mail list", "An E-[Mail list]"],
    ["An E-Mail list", "email list", "An [E-Mail list]"],
    ["Using TypeScript", "type script", "Using [TypeScript]"],
    ["東京都 京", "東 京", "[東京]都 京"],
    ["no list of mail", "mail list", "no list of mail"],
  ])("given %s, when %s are found in a row, then %s", (text, words, expected) => {
    expect(marked(piecesOf(text, inRow(...words.split(" "))))).toBe(expected);
  });

  test("given any text and any matches, then the pieces together are the text, and none is empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 3 }), (text, every) => {
        const found = whole(...fragmentsOf(text).filter((_, n) => n % every === 0));
        const pieces = piecesOf(text, found);
        expect(plain(pieces)).toBe(text);
        expect(pieces.every((piece) => piece.text !== "")).toBe(true);
      }),
    );
  });
});

describe("snippets", () => {
  const long = `${"before ".repeat(100)}needle${" after".repeat(100)}`;

  test("given a long text, then the text around the first match is shown, cut between words", () => {
    const snippet = plain(snippetOf([long], whole("needle")));
    expect(snippet).toMatch(/^…(before )+needle( after)+…$/);
    expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARS + 2);
    // Within the one line that a phone shows.
    expect(snippet.indexOf("needle")).toBeLessThan(30);
  });

  test("given several texts, then the first one with a match is shown", () => {
    expect(marked(snippetOf(["Description", "My needle", "https://needle.example"], whole("needle")))).toBe(
      "My [needle]",
    );
  });

  test("given a match in the title only, then the beginning of the first text is shown", () => {
    expect(plain(snippetOf(["", long], whole("other")))).toMatch(/^before .*…$/);
  });

  test("given a very long run of emoji, then none is cut in half", () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 300 }), fc.boolean(), (before, after, odd) => {
        const text = `${odd ? "x" : ""}${"🎒".repeat(before)}needle${"🎒".repeat(after)}`;
        expect(plain(snippetOf([text], whole("needle"))).isWellFormed()).toBe(true);
      }),
    );
  });
});

test("given hostile texts of 10,000 characters, then their words are read in linear time", () => {
  for (const unit of ["a-", "aB", "-", "'", "東", "a", "A", "é"]) {
    expect(fragmentsOf(unit.repeat(10_000 / unit.length)).length).toBeLessThanOrEqual(30_000);
  }
});

test("given the beginning of a word that is longer than a snippet, then all of it is marked, in linear time", () => {
  const word = `e${"\u0301".repeat(20)}`.repeat(5000);
  expect(piecesOf(word, [[new Map([[word, "e".repeat(4000)]])]])).toEqual([{ text: word, found: true }]);
});
