import { expect, it, test } from "vitest";
import { canUndoDeletion, findTag, mergedInto, withoutTag, withRenamed } from "./tags.api.ts";

const tags = [
  { name: "Baking", count: 3 },
  { name: "bread", count: 5 },
  { name: "cafe\u0301", count: 1 },
];

it("a tag is found whatever its case and composition", () => {
  expect(findTag(tags, " baking ")?.count).toBe(3);
  expect(findTag(tags, "CAF\u00c9")?.count).toBe(1);
  expect(findTag(tags, "brea")).toBeUndefined();
});

it("a renamed tag stands where its name belongs", () => {
  expect(withRenamed(tags, "Baking", "oven  work").map(({ name }) => name)).toEqual([
    "bread",
    "cafe\u0301",
    "oven work",
  ]);
});

it("a tag that is given another one's name becomes one with it, in its spelling", () => {
  expect(mergedInto(tags, "bread", "BAKING")?.name).toBe("Baking");
  expect(withRenamed(tags, "bread", "BAKING")).toEqual([
    { name: "Baking", count: 8 },
    { name: "cafe\u0301", count: 1 },
  ]);
});

it("another spelling of its own name is no other tag", () => {
  expect(mergedInto(tags, "bread", "Bread")).toBeUndefined();
  expect(withRenamed(tags, "bread", "Bread")).toContainEqual({ name: "Bread", count: 5 });
});

it("a deleted tag is gone, and the others stay", () => {
  expect(withoutTag(tags, "BREAD").map(({ name }) => name)).toEqual(["Baking", "cafe\u0301"]);
});

test.each([
  ["a tag on a few links", { name: "x", count: 2 }, true],
  ["one with a quote in its name", { name: 'the "x"', count: 2 }, false],
  ["one on more links than a call reaches", { name: "x", count: 10_001 }, false],
])("deleting %s can be undone: %s", (_, tag, can) => {
  expect(canUndoDeletion(tag)).toBe(can);
});

it("a tag is the same with ß and with SS, as the server has it", () => {
  expect(mergedInto([{ name: "Straße", count: 1 }], "Weg", "STRASSE")?.name).toBe("Straße");
});
