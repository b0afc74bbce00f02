import { isSatchelError, SEARCH_ITEMS } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSearch } from "./query.ts";
import { type Filter, type Group, type Search, spellingsOf } from "./terms.ts";

const empty: Search = { wanted: [], unwanted: [], filters: [], groups: [] };
const word = (text: string, prefix = false) => ({ text, spellings: spellingsOf(text), prefix });
const is = (name: Filter["name"], value: string): Filter => ({ name, value, not: false });
const not = (name: Filter["name"], value: string): Filter => ({ name, value, not: true });
const any = (...searches: Partial<Search>[]): Group => ({
  any: searches.map((each) => ({ ...empty, ...each })),
  not: false,
});
const none = (...searches: Partial<Search>[]): Group => ({ ...any(...searches), not: true });

describe("what is typed", () => {
  test.each<[string, Partial<Search>]>([
    ["rust", { wanted: [word("rust", true)] }],
    ["rust ", { wanted: [word("rust")] }],
    ["rust web", { wanted: [word("rust"), word("web", true)] }],
    ['"two words"', { wanted: [word("two words")] }],
    ['"never closed', { wanted: [word("never closed")] }],
    ["-rust", { unwanted: [word("rust")] }],
    ['-"two words"', { unwanted: [word("two words")] }],
    ['one"two words"three', { wanted: [word("one"), word("two words"), word("three", true)] }],
    ["e-mail", { wanted: [word("e-mail", true)] }],
    ["tag:x", { filters: [is("tag", "x")] }],
    ['tag:"two words"', { filters: [is("tag", "two words")] }],
    ["-tag:x", { filters: [not("tag", "x")] }],
    ["TAG:X", { filters: [is("tag", "X")] }],
    ["site:example.com", { filters: [is("site", "example.com")] }],
    ["is:fav -is:reminder", { filters: [is("is", "fav"), not("is", "reminder")] }],
    ["is:visited is:unvisited", { filters: [is("is", "visited"), is("is", "unvisited")] }],
    ['in:"Folder name"', { filters: [is("in", "Folder name")] }],
    ["before:2026-01-31 -saved:2026", { filters: [is("before", "2026-01-31"), not("saved", "2026")] }],
    ["kept:yes read:PART -lang:pt-br", { filters: [is("kept", "yes"), is("read", "PART"), not("lang", "pt-br")] }],
    ["foo:bar", { wanted: [word("foo:bar", true)] }],
    ["https://example.com/a", { wanted: [word("example.com/a", true)] }],
    ["HTTP://www.Example.com", { wanted: [word("example.com/", true)] }],
    ["https://münchen.example/f%C3%BCr", { wanted: [word("xn--mnchen-3ya.example/für", true)] }],
    ['-"https://example.com/a b"', { unwanted: [word("example.com/a b")] }],
    ["www.example.com", { wanted: [word("example.com", true)] }],
    ["https://[bad/x", { wanted: [word("[bad/x", true)] }],
    ["https:// rust", { wanted: [word("rust", true)] }],
    ["www.", { wanted: [word("www.", true)] }],
    ["tag: x", { wanted: [word("tag:"), word("x", true)] }],
    ["rust - | & ! :* ( )", { wanted: [word("rust")] }],
    ["note:tea", { wanted: [{ ...word("tea", true), field: "note" }] }],
    ['-title:"two words"', { unwanted: [{ ...word("two words"), field: "title" }] }],
    ["rust or go", { groups: [any({ wanted: [word("rust")] }, { wanted: [word("go", true)] })] }],
    [
      "rust OR tag:x is:fav",
      { groups: [any({ wanted: [word("rust")] }, { filters: [is("tag", "x"), is("is", "fav")] })] },
    ],
    ["rust or", { wanted: [word("rust"), word("or", true)] }],
    ["or rust", { wanted: [word("or"), word("rust", true)] }],
    ["a or or b", { wanted: [word("a"), word("or"), word("or"), word("b", true)] }],
    ['rust "or" go', { wanted: [word("rust"), word("or"), word("go", true)] }],
    ["(a or b) c", { wanted: [word("c", true)], groups: [any({ wanted: [word("a")] }, { wanted: [word("b")] })] }],
    ["(a or b", { groups: [any({ wanted: [word("a")] }, { wanted: [word("b", true)] })] }],
    ["-(a b)", { groups: [none({ wanted: [word("a"), word("b")] })] }],
    ["a -(b or in:c)", { wanted: [word("a")], groups: [none({ wanted: [word("b")] }, { filters: [is("in", "c")] })] }],
    ["f(x)", { wanted: [word("f(x)", true)] }],
    ["(f(x) or y)", { groups: [any({ wanted: [word("f(x)")] }, { wanted: [word("y")] })] }],
    ["a) b", { wanted: [word("a)"), word("b", true)] }],
    ["(tag:x)", { groups: [any({ filters: [is("tag", "x")] })] }],
    ["() a", { wanted: [word("a", true)] }],
    [
      "text:bread highlight:cake",
      {
        wanted: [
          { ...word("bread"), field: "text" },
          { ...word("cake", true), field: "highlight" },
        ],
      },
    ],
    ["東京", { wanted: [word("東京", true)] }],
  ])("%s", (q, search) => {
    expect(readSearch(q)).toEqual({ ...empty, ...search });
  });

  test.each(["-", '"', '""', "---", ":*", "   ", '-"', "\\", "“”", "|&!", "-".repeat(500), '"'.repeat(500)])(
    "%j has no letter and no digit, so that nothing matches",
    (q) => {
      expect(readSearch(q.slice(0, 40))).toEqual({ ...empty, groups: [any()] });
    },
  );
});

describe("what can't be searched for", () => {
  const fault = (q: string): unknown => {
    try {
      readSearch(q);
    } catch (error) {
      if (isSatchelError(error)) return error.data;
      throw error;
    }
    return undefined;
  };

  test.each([
    "before:yesterday",
    "before:0000-01-01",
    "after:2026-13",
    "after:2026-02-30",
    "before:2026-1-1",
    "after:20260101",
    "saved:2026-03...2026-05",
    "saved:..",
    "saved:2026..soon",
  ])("%s is no date, and the search says which it takes", (q) => {
    expect(fault(q)).toMatchObject({
      code: "invalid",
      errors: [{ path: "/q", message: expect.stringContaining("2026-01-31") }],
    });
  });

  test.each(["is:constructor", "is:__proto__", "-is:strange"])("%s has an unknown flag and is refused", (q) => {
    expect(fault(q)).toMatchObject({ code: "invalid", errors: [{ message: expect.stringContaining("unvisited") }] });
  });

  test("more words than allowed are refused", () => {
    expect(fault(Array(SEARCH_ITEMS).fill("a").join(" "))).toBeUndefined();
    expect(
      fault(
        Array(SEARCH_ITEMS + 1)
          .fill("a")
          .join(" "),
      ),
    ).toMatchObject({ code: "invalid" });
  });
});

const withGroups = (search: Search): Search[] => [
  search,
  ...search.groups.flatMap((group) => group.any.flatMap(withGroups)),
];

test("given any input, then it is a search or refused with a reason, and no letter of a word gets lost", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom(
      "-",
      '"',
      ":",
      "tag:",
      "in:",
      'site:"',
      "is:fav",
      "before:2026",
      "before:",
      "saved:2026..",
      "note:",
      " or ",
      "(",
      "-(",
      ")",
      " ",
      "\u2028",
      "\u202e",
      "\ud800",
      "'",
      "\\",
      ":*",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const q = pieces.join("").slice(0, 500);
      try {
        const all = withGroups(readSearch(q));
        const terms = all.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted]);
        expect(terms.every(({ text }) => q.toLowerCase().includes(text.toLowerCase()))).toBe(true);
        const filters = all.flatMap((search) => search.filters);
        expect(terms.length + filters.length).toBeLessThanOrEqual(SEARCH_ITEMS);
      } catch (error) {
        if (!isSatchelError(error)) throw error;
        expect(error.code).toBe("invalid");
      }
    }),
    { numRuns: 2000 },
  );
});
