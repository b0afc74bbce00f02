import { searchItems } from "@satchel/contracts";
import { describe, expect, it, test } from "vitest";
import { filterText, itemAt, replaceItem } from "./syntax.ts";

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

  it("within its brackets", () => {
    expect(put("(bread or tag:ba", "tag:baking")).toEqual({ q: "(bread or tag:baking ", caret: 21 });
    expect(put("bread (", "tag:")).toEqual({ q: "bread (tag:", caret: 11 });
  });

  it("with the caret behind its colon where a value is to come", () => {
    expect(put("bread ", "tag:")).toEqual({ q: "bread tag:", caret: 10 });
  });
});

test.each([
  ["recipes", "tag:recipes"],
  ["to read", 'tag:"to read"'],
  ['"so" said', 'tag:" so  said"'],
  ["f(x)", 'tag:"f(x)"'],
])("the tag %s is searched as %s", (tag, text) => {
  expect(filterText("tag", tag)).toBe(text);
  expect(searchItems(text)).toHaveLength(1);
});
