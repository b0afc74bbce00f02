import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEARCH_CHARS } from "./limits/index.ts";
import { closedSearch, narrowedSearch, plainFolders } from "./saved-search.ts";
import { searchTokens } from "./search-syntax.ts";

describe("a search that is saved", () => {
  it.each([
    ["is:unvisited tag:food", "is:unvisited tag:food"],
    ["  bread   soup ", "bread soup"],
    ['bread "sour dough', 'bread "sour dough"'],
    ['tag:"slow food', 'tag:"slow food"'],
    ["(bread or soup", "( bread or soup )"],
    ["-(bread (soup", "-( bread ( soup ) )"],
    ["smile:)", '"smile:)"'],
    ["-in:Plans(2", '-in:"Plans(2"'],
    ["f(x)", "f(x)"],
    ["or", "or"],
  ])("%s is kept as %s", (typed, kept) => {
    expect(closedSearch(typed)).toBe(kept);
  });

  it.each([
    ["nothing", "  "],
    ["an unknown flag", "is:nothing"],
    ["no date", "after:soon"],
    ["too many words", "a ".repeat(31)],
    ["too many characters", "x".repeat(SEARCH_CHARS + 1)],
    ["too many once it is closed", `"${"x".repeat(SEARCH_CHARS - 1)}`],
  ])("with %s is refused", (_why, typed) => {
    expect(closedSearch(typed)).toBeUndefined();
  });

  const typed = fc
    .array(
      fc.oneof(
        fc.constantFrom('"', "(", ")", "-", " ", "or ", "tag:", "is:broken ", "\n"),
        fc.string({ maxLength: 4, unit: "grapheme" }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

  /** What a search says, without the positions and the way it is quoted. */
  const said = (q: string) =>
    searchTokens(q).map((token) =>
      token.kind === "item" ? { not: token.not, name: token.name, value: token.value } : token.kind,
    );

  it("says the same, closes all it opens, and can stand in brackets", () => {
    fc.assert(
      fc.property(typed, (q) => {
        const kept = closedSearch(q);
        if (kept === undefined) return;
        const open =
          said(q).filter((each) => each === "open").length - said(q).filter((each) => each === "close").length;
        expect(said(kept)).toEqual([...said(q), ...Array.from({ length: open }, () => "close")]);
        expect(closedSearch(kept)).toBe(kept);
        const [first, ...rest] = said(narrowedSearch(kept, "more"));
        expect(first).toBe("open");
        expect(rest.at(-1)).toEqual({ not: false, name: undefined, value: "more" });
        expect(rest.slice(0, -3)).toEqual(said(kept));
        expect(rest.slice(-3, -1)).toEqual(["close", "open"]);
      }),
      { numRuns: 2000 },
    );
  });
});

it("narrows by what is typed", () => {
  expect(narrowedSearch("a or b", "  ")).toBe("a or b");
  expect(narrowedSearch("a or b", "c or d")).toBe("(a or b) (c or d");
});

it("links can be in the folders that are not smart", () => {
  const tree = [
    { id: 1, search: null, children: [{ id: 2, search: "bread" }, { id: 3 }] },
    { id: 4, search: "soup", children: [] },
  ];
  expect(plainFolders(tree)).toEqual([{ id: 1, search: null, children: [{ id: 3 }] }]);
});
