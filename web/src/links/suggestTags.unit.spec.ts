import { TAGS_PER_LINK } from "@satchel/contracts";
import { describe, expect, it } from "vitest";
import { suggestTags, tagOf, withTyped } from "./suggestTags.ts";

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

describe("chosen tags with the typed one", () => {
  const chosen = ["maps"];

  it("have it at the end, spelt like the known one", () => {
    expect(withTyped(chosen, " #BREAD ", known)).toEqual(["maps", "bread"]);
    expect(withTyped(chosen, "rye", known)).toEqual(["maps", "rye"]);
  });

  it.each([
    ["nothing", " # ", false],
    ["one that is chosen, in whatever spelling", "MAPS", false],
    ["one that no link has, where only known ones count", "rye", true],
  ])("are the same ones if it is %s", (_, typed, onlyKnown) => {
    expect(withTyped(chosen, typed, known, onlyKnown)).toBe(chosen);
  });

  it("are the same ones if a link can have no more", () => {
    const many = Array.from({ length: TAGS_PER_LINK }, (_, n) => `tag ${n}`);
    expect(withTyped(many, "rye", known)).toBe(many);
  });
});
