import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { searchFault, type SearchToken, searchTokens, timeSpan } from "./search-syntax.ts";

const written = (token: SearchToken): string => {
  if (token.kind === "item") return [token.not ? "-" : "", token.name ?? "", token.value].join("|");
  return token.kind === "open" && token.not ? "-open" : token.kind;
};

describe("a search is read", () => {
  test.each([
    ["rust web", ["||rust", "||web"]],
    ['tag:"to read" -site:example.com', ["|tag|to read", "-|site|example.com"]],
    ["TAG:x IS:fav", ["|tag|x", "|is|fav"]],
    ['"in a row" rest', ["||in a row", "||rest"]],
    ['"not closed', ["||not closed"]],
    ["tag:", ["|tag|"]],
    ["foo:bar", ["||foo:bar"]],
    ["- -", ["-||", "-||"]],
    ["  ", []],
    ["a or b", ["||a", "or", "||b"]],
    ["a OR (b or c)", ["||a", "or", "open", "||b", "or", "||c", "close"]],
    ["or a or", ["||or", "||a", "||or"]],
    ["a -or b", ["||a", "-||or", "||b"]],
    ["-(tag:x in:y)", ["-open", "|tag|x", "|in|y", "close"]],
    ["(f(x)) y)", ["open", "||f(x)", "close", "||y)"]],
    ["(a(b", ["open", "||a(b"]],
  ])("%s", (q, tokens) => {
    expect(searchTokens(q).map(written)).toEqual(tokens);
  });

  it("to its end, whatever is typed, each part behind the one before", () => {
    const parts = fc.constantFrom(
      '"',
      ":",
      "-",
      " ",
      "\t",
      "(",
      ")",
      " or ",
      "tag:",
      "IS:",
      "in:",
      "a",
      "ü",
      "\u{1f980}",
      "\ud83e",
      "\0",
    );
    const typed = fc.array(parts, { maxLength: 20 }).map((each) => each.join(""));
    const inOrder = fc.property(typed, (q) => {
      const tokens = searchTokens(q);
      const isInOrder = tokens.every(
        ({ start, end }, index) => start >= (tokens[index - 1]?.end ?? 0) && end > start && end <= q.length,
      );
      const between = tokens.map(({ start }, index) => q.slice(tokens[index - 1]?.end ?? 0, start)).join("");
      return isInOrder && between.trim() === "";
    });
    fc.assert(inOrder);
  });
});

test.each([
  ["after:2026-02-30", { kind: "date", name: "after" }],
  ["before:soon", { kind: "date", name: "before" }],
  ["a (b or saved:2026..soon)", { kind: "date", name: "saved" }],
  ["is:strange", { kind: "flag" }],
  ["-is:constructor", { kind: "flag" }],
  ["kept:maybe", { kind: "value", name: "kept" }],
  ["(a or -read:constructor)", { kind: "value", name: "read" }],
  ["lang:german!", { kind: "language" }],
  ["kept:NO read:Part lang:pt-BR text: lang:", undefined],
  [Array.from({ length: 31 }, () => "a").join(" "), { kind: "tooMany" }],
  [`${"(".repeat(30)}a`, { kind: "tooMany" }],
  [`${"(".repeat(29)}a`, undefined],
  ["after:2026 before:2026-02 saved:2026-01-31 is:FAV", undefined],
  ["after:", undefined],
])("why %s is refused", (q, fault) => {
  expect(searchFault(q)).toEqual(fault);
});

test.each([
  ["2024", "2024-01-01", "2025-01-01"],
  ["2024-02", "2024-02-01", "2024-03-01"],
  ["2024-02-29", "2024-02-29", "2024-03-01"],
  ["2024-12-31", "2024-12-31", "2025-01-01"],
  ["2023-11..2024-02", "2023-11-01", "2024-03-01"],
  ["2024..", "2024-01-01", undefined],
  ["..2024", undefined, "2025-01-01"],
])("saved:%s begins %s and ends before %s", (value, from, until) => {
  const day = (text: string | undefined) => (text === undefined ? undefined : new Date(`${text}T00:00:00.000Z`));
  expect(timeSpan("saved", value)).toEqual({ from: day(from), until: day(until) });
});
