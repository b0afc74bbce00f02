import { isSatchelError } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSearch, type Search, SEARCH_ITEMS } from "./query.ts";

const empty: Search = { wanted: [], unwanted: [], tags: [], sites: [], folders: [], nothing: false };
const word = (text: string, prefix = false) => ({ text, prefix });
const is = (value: string) => ({ value, not: false });
const not = (value: string) => ({ value, not: true });
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

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
    ["tag:x", { tags: [is("x")] }],
    ['tag:"two words"', { tags: [is("two words")] }],
    ["-tag:x", { tags: [not("x")] }],
    ["TAG:X", { tags: [is("X")] }],
    ["site:example.com", { sites: [is("example.com")] }],
    ["site:*.Example.COM", { sites: [is("example.com")] }],
    ["site:https://www.example.com/a?b", { sites: [is("www.example.com")] }],
    ["site:müller.example", { sites: [is("xn--mller-kva.example")] }],
    ["-site:example.com", { sites: [not("example.com")] }],
    ["is:fav", { favorite: true }],
    ["is:favorite", { favorite: true }],
    ["-is:fav", { favorite: false }],
    ["is:unvisited", { visited: false }],
    ["is:visited", { visited: true }],
    ["-is:visited", { visited: false }],
    ["is:fav is:unvisited", { favorite: true, visited: false }],
    ["is:visited is:unvisited", { visited: true, nothing: true }],
    ["in:folder", { folders: [is("folder")] }],
    ['in:"Folder name"', { folders: [is("Folder name")] }],
    ["-in:folder", { folders: [not("folder")] }],
    ["before:2026-01-31", { until: day("2026-01-31") }],
    ["before:2026-02", { until: day("2026-02-01") }],
    ["after:2026", { from: day("2026-01-01") }],
    ["-before:2026", { from: day("2026-01-01") }],
    ["after:2025 after:2026 before:2028 before:2027", { from: day("2026-01-01"), until: day("2027-01-01") }],
    ["foo:bar", { wanted: [word("foo:bar", true)] }],
    ["is:constructor", { wanted: [word("is constructor", true)] }],
    ["is:__proto__", { wanted: [word("is __proto__", true)] }],
    ["is:strange", { wanted: [word("is strange", true)] }],
    ["https://example.com/a", { wanted: [word("https://example.com/a", true)] }],
    ["tag: x", { wanted: [word("tag:"), word("x", true)] }],
    ["rust - | & ! :* ( )", { wanted: [word("rust")] }],
    ["東京", { wanted: [word("東京", true)] }],
  ])("%s", (q, search) => {
    expect(readSearch(q)).toEqual({ ...empty, ...search });
  });

  test.each(["-", '"', '""', "---", ":*", "   ", '-"', "\\", "“”", "|&!", "-".repeat(500), '"'.repeat(500)])(
    "%j holds no letter and no digit, so nothing is found, rather than all",
    (q) => {
      expect(readSearch(q.slice(0, 40))).toMatchObject({ wanted: [], nothing: true });
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
  ])("%s is no date, and the search says which it takes", (q) => {
    expect(fault(q)).toMatchObject({
      code: "invalid",
      errors: [{ path: "/q", message: expect.stringContaining("2026-01-31") }],
    });
  });

  test("more words than anybody types", () => {
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

test("given anything at all, then it is a search or refused with a reason, and no letter of a word gets lost", () => {
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
        const { wanted, unwanted, tags, sites, folders } = readSearch(q);
        const said = [...wanted, ...unwanted].every(
          ({ text }) => q.includes(text) || /^(tag|in|site|is|before|after) /i.test(text),
        );
        expect(said).toBe(true);
        expect(wanted.length + unwanted.length + tags.length + sites.length + folders.length).toBeLessThanOrEqual(
          SEARCH_ITEMS,
        );
      } catch (error) {
        if (!isSatchelError(error)) throw error;
        expect(error.code).toBe("invalid");
      }
    }),
    { numRuns: 2000 },
  );
});
