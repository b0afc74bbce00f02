import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemsOf, wordSequences, wordsOf } from "./words.ts";

describe("the words of a text", () => {
  test.each<[string, string[][]]>([
    ["Two houses, please!", [["two", "houses", "please"]]],
    ["Straße", [["strasse"]]],
    ["Cafe\u0301 Łódź Ærø", [["cafe", "lodz", "aero"]]],
    ["ΟΔΟΣ", [["οδοσ"]]],
    ["Klima\u00adschutz", [["klimaschutz"]]],
    ["İstanbul", [["istanbul"]]],
    ["An e-mail", [["an", "e", "mail"], ["email"]]],
    ["Don’t", [["don", "t"], ["dont"]]],
    [
      "TypeScript v2.1",
      [
        ["typescript", "v2", "1"],
        ["type", "script"],
      ],
    ],
    ["C++ or C#, Objective-C++", [["c++", "or", "c#", "objective", "c++"], ["objectivec"]]],
    ["C++20 a#b ab++ c+", [["c++", "20", "a#", "b", "ab", "c"]]],
    ["Node.js of node.jsx, v2.1", [["node", "js", "of", "node", "jsx", "v2", "1"], ["nodejs"]]],
    ["東京 ab", [["東", "京", "ab"]]],
    ["한국어", [["한", "국", "어"]]],
    ["!?", []],
    ["", []],
  ])("of %j are %j", (text, sequencees) => {
    expect(wordSequences(text)).toEqual(sequencees);
  });

  test("given a text in any case, then its words are the same", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "ä", "ß", "é", "Σ", "σ", "ž", "Ж", "ж", "東", " ", "-") }),
        (text) => {
          expect(wordsOf(text.toUpperCase())).toEqual(wordsOf(text));
        },
      ),
    );
  });

  test("given hostile texts of 10,000 characters, then they are read in linear time", () => {
    for (const unit of ["a-", "aB", "-", "'", "東", "a", "A", "é", "\ufdfa", "+", "a+", "c++", ".js", "a."]) {
      expect(wordSequences(unit.repeat(10_000 / unit.length)).flat().length).toBeLessThanOrEqual(90_000);
    }
  });
});

test("given a text of nothing but marks, whose order takes the square of their number, then its words are read", () => {
  expect(wordsOf(`a cafe${"\u0301\u0323".repeat(1_000_000)} now`)).toEqual(["a", "cafe", "now"]);
});

test.each([
  ["house", "houses"],
  ["run", "running"],
  ["haus", "hauser"],
  ["muller", "mueller"],
  ["queue", "queues"],
])("%s and %s have a stem in common", (one, other) => {
  expect(stemsOf(one).filter((stem) => stemsOf(other).includes(stem))).not.toEqual([]);
});
