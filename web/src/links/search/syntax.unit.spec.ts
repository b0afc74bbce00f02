import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { faultOf, filterText, hasWords, itemAt, itemsOf, onlyTag, replaceItem } from "./syntax.ts";

const read = (q: string) => itemsOf(q).map(({ not, name, value }) => [not ? "-" : "", name ?? "", value].join("|"));

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
  ])("%s", (q, items) => {
    expect(read(q)).toEqual(items);
  });

  it("to its end, whatever is typed, each item behind the one before", () => {
    const parts = fc.constantFrom(
      '"',
      ":",
      "-",
      " ",
      "\t",
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
      const items = itemsOf(q);
      return items.every(
        ({ start, end }, index) => start >= (items[index - 1]?.end ?? 0) && end > start && end <= q.length,
      );
    });
    fc.assert(inOrder);
  });
});

it("the item that is being typed is the one at the caret", () => {
  expect(itemAt("bread tag:ba", 12)).toMatchObject({ name: "tag", value: "ba" });
  expect(itemAt("bread tag:ba", 3)).toMatchObject({ value: "bread" });
  expect(itemAt("bread ", 6)).toBeUndefined();
  expect(itemAt("", 0)).toBeUndefined();
});

describe("a suggestion goes into the box", () => {
  const put = (q: string, text: string, caret = q.length) => replaceItem(q, itemAt(q, caret), text);

  it("in the place of what was typed, with room for the next word", () => {
    expect(put("bread ta tag:ba", "tag:baking")).toEqual({ q: "bread ta tag:baking ", caret: 20 });
  });

  it("before what follows", () => {
    expect(put("tag:ba bread", "tag:baking", 6)).toEqual({ q: "tag:baking bread", caret: 11 });
  });

  it("turned around as it was", () => {
    expect(put("-tag:ba", "tag:baking").q).toBe("-tag:baking ");
  });

  it("with the caret behind its colon where a value is to come", () => {
    expect(put("bread ", "tag:")).toEqual({ q: "bread tag:", caret: 10 });
  });
});

test.each([
  ["recipes", "tag:recipes"],
  ["to read", 'tag:"to read"'],
  ['"so" said', 'tag:" so  said"'],
])("the tag %s is searched as %s", (tag, text) => {
  expect(filterText("tag", tag)).toBe(text);
  expect(itemsOf(text)).toHaveLength(1);
});

test.each([
  ["after:2026-02-30", { kind: "date", name: "after" }],
  ["before:soon", { kind: "date", name: "before" }],
  [Array.from({ length: 31 }, () => "a").join(" "), { kind: "tooMany", most: 30 }],
  ["after:2026 before:2026-02 after:2026-01-31", undefined],
  ["after:", undefined],
])("why %s would be refused", (q, fault) => {
  expect(faultOf(q)).toEqual(fault);
});

test.each([
  ["bread", true],
  ["tag:x bread", true],
  ["tag:x is:fav", false],
  ["-bread", false],
  ["&", false],
])("%s ranks its finds: %s", (q, ranked) => {
  expect(hasWords(q)).toBe(ranked);
});

test.each([
  ['tag:"to read"', "to read"],
  ["tag:x bread", undefined],
  ["-tag:x", undefined],
  ["tag:", undefined],
])("%s is the list of one tag: %s", (q, tag) => {
  expect(onlyTag(q)).toBe(tag);
});
