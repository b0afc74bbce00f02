import { describe, expect, test } from "vitest";
import { foldText } from "../domain/rules/matching.ts";
import { foldLongText, includesAny } from "./rule-texts.ts";

/** How often others had their turn during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function others() {
    turns++;
    next = setImmediate(others);
  });
  await work();
  clearImmediate(next);
  return turns;
}

test("given words, then a text is found that has one of them, also within its own words", async () => {
  const words = ["Zimt", "ANIS"].map(foldText);
  for (const [text, isIn] of Object.entries({ "mit\nAniskeksen": true, Zïmt: true, "nur Salz": false, "": false })) {
    expect(await includesAny(await foldLongText(text), words)).toBe(isIn);
  }
});

test("given a million characters and a word made to take long, then the text is read in one pass", async () => {
  expect(await includesAny("a".repeat(1_000_000), [`${"a".repeat(199)}b`])).toBe(false);
});

describe("given a long text", () => {
  const text = "a".repeat(900_000);
  const words = Array.from({ length: 20 }, (_, n) => `a${String.fromCharCode(98 + n)}`);

  test("when it is folded, then others have their turn in between", async () => {
    expect(await turnsDuring(() => foldLongText(text))).toBeGreaterThan(20);
  });

  test("when it is searched for words, then others have their turn after each", async () => {
    expect(await turnsDuring(() => includesAny(text, words))).toBeGreaterThanOrEqual(words.length);
  });
});

test.each([
  ["nothing", ""],
  ["words", "Crème  brûlée\n\tSTRASSE ß ".repeat(5000)],
  ["blanks", ` x${" \n".repeat(40_000)}y `],
  ["one word", "é𝕳".repeat(30_000)],
])("given a text of %s, then it is folded as a short one", async (_what, text) => {
  expect(await foldLongText(text)).toBe(foldText(text));
});
