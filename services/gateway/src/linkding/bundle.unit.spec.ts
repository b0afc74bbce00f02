import { closedSearch } from "@satchel/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundleOfSearch, searchOfBundle } from "./bundle.ts";

const none = { search: "", any_tags: "", all_tags: "", excluded_tags: "", filter_unread: "off" } as const;

test.each([
  [{ ...none, search: "rye bread" }, "rye bread"],
  [{ ...none, search: "rye", any_tags: "a b", all_tags: "c", excluded_tags: "d" }, "rye tag:c (tag:a or tag:b) -tag:d"],
  [{ ...none, search: "( rye or wheat )", all_tags: "a" }, "( rye or wheat ) tag:a"],
  [{ ...none, search: "rye or wheat" }, "rye or wheat"],
  [{ ...none, any_tags: "a", filter_unread: "yes" as const }, "(tag:a) is:unvisited"],
  [{ ...none, all_tags: "c++", filter_unread: "no" as const }, 'tag:"c++" is:visited'],
])("the bundle %j is the smart folder %s, and is read from it again", (bundle, q) => {
  expect(searchOfBundle(bundle, (name) => name)).toBe(q);
  expect(bundleOfSearch(q)).toEqual(bundle);
});

test("a tag of the account with a blank is meant by its name for apps, and read as that", () => {
  const q = searchOfBundle({ ...none, all_tags: "read-later" }, () => "read later");
  expect(q).toBe('tag:"read later"');
  expect(bundleOfSearch(q).all_tags).toBe("read-later");
});

test.each([
  ["tag:a or tag:b", { ...none, search: "tag:a or tag:b" }],
  ["(rye or wheat) tag:a", { ...none, search: "(rye or wheat)", all_tags: "a" }],
  ['"rye bread" site:a.example -is:unvisited', { ...none, search: '"rye bread" site:a.example -is:unvisited' }],
  ["rye is:unvisited or", { ...none, search: 'rye "or"', filter_unread: "yes" as const }],
  ["(tag:a or tag:b) (tag:c or tag:d)", { ...none, any_tags: "c d", search: "(tag:a or tag:b)" }],
  ["", none],
])("what a bundle has no field for stands in its words: %s", (q, bundle) => {
  expect(bundleOfSearch(q)).toEqual(bundle);
});

test("words that an app joins by or don't reach the bundle's tags", () => {
  const of = (search: string): string => searchOfBundle({ ...none, search, all_tags: "a" }, (name) => name);
  expect(of("rye or wheat")).toBe("(rye or wheat) tag:a");
  expect(of("rye or")).toBe("(rye or) tag:a");
  expect(of('(rye or "wheat')).toBe('( rye or "wheat" ) tag:a');
});

test("whatever a smart folder searches for is read, and a bundle made of it is read as the same one", () => {
  const piece = fc.constantFrom("(", ")", "or ", "-", "tag:a ", 'tag:"b c" ', "is:unvisited ", "x ", '"', "is:fav ");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }).map((all) => all.join("")),
      (text) => {
        const q = closedSearch(text);
        if (q === undefined) return;
        const bundle = bundleOfSearch(q);
        expect(bundleOfSearch(searchOfBundle(bundle, (name) => name))).toEqual(bundle);
      },
    ),
    { numRuns: 3000 },
  );
});
