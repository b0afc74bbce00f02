import { describe, expect, it } from "vitest";
import { suggestTags, tagOf } from "./suggestTags.ts";

const known = [
  { name: "baking", count: 1 },
  { name: "bread", count: 9 },
  { name: "Bücher", count: 3 },
  { name: "gingerbread", count: 5 },
  { name: "maps", count: 2 },
];

describe("tags that are suggested", () => {
  it("begin with what is typed, the most used first; then those that have it inside", () => {
    expect(suggestTags(known, "b", [])).toEqual(["bread", "Bücher", "baking", "gingerbread"]);
    expect(suggestTags(known, "#BREAD", [])).toEqual(["bread", "gingerbread"]);
    // As some keyboards write it: the letter, then its dots.
    expect(suggestTags(known, "bu\u0308", [])).toEqual(["Bücher"]);
  });

  it("are not those that are chosen, in whatever spelling", () => {
    expect(suggestTags(known, "b", ["BREAD", "bu\u0308cher"])).toEqual(["baking", "gingerbread"]);
  });

  it("are none for what no tag has", () => {
    expect(suggestTags(known, "zebra.*", [])).toEqual([]);
  });
});

describe("a tag as it was typed", () => {
  it.each([
    ["  #rye   bread ", "rye bread"],
    ["rye,bread", "rye bread"],
    ["c#", "c#"],
    [" # , ", undefined],
    ["x".repeat(50), "x".repeat(40)],
    ["<b>", "<b>"],
  ])("%j is %j", (typed, tag) => {
    expect(tagOf(typed)).toBe(tag);
  });
});
