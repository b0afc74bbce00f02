import { describe, expect, test } from "vitest";
import { cleanTags, replaceTag, withoutTags } from "./tags.ts";

describe("tags", () => {
  test.each([
    ["are trimmed, with one blank between words", ["  read \t\n later "], ["read later"]],
    ["are each once, whatever the case, as first given", ["Rust", "rust", "RUST"], ["Rust"]],
    ["are each once, however an accent is spelled", ["caf\u00e9", "cafe\u0301"], ["caf\u00e9"]],
    ["are each once, also where case changes letters", ["Straße", "STRASSE"], ["Straße"]],
    ["that are empty are none", ["", " ", "\u00a0"], []],
    ["hold no control characters", ["a\u0001", "\u0001\u007f", "b\u0085\u0007c"], ["a", "b c"]],
    ["keep their order", ["b", "a", "B", "c"], ["b", "a", "c"]],
  ])("%s", (_, given, kept) => {
    expect(cleanTags(given)).toEqual(kept);
  });
});

describe("given tags, when one is replaced", () => {
  test.each<[string, string[], string, string | null, string[]]>([
    ["it is found whatever its case, and keeps its place", ["a", "Rust", "b"], "rust", "Ferris", ["a", "Ferris", "b"]],
    ["by one that is there, both become one", ["rust", "b", "Ferris"], "rust", "ferris", ["ferris", "b"]],
    ["by nothing, it goes", ["a", "rust"], "RUST", null, ["a"]],
    ["and it is not there, they stay", ["a"], "rust", "b", ["a"]],
  ])("%s", (_, tags, from, to, result) => {
    expect(replaceTag(tags, from, to)).toEqual(result);
  });

  test("some can be taken from them, whatever their case", () => {
    expect(withoutTags(["a", "B", "c"], ["b", "C", "x"])).toEqual(["a"]);
  });
});
