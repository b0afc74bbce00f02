import { TAGS_PER_LINK } from "@satchel/contracts";
import { expect, test } from "vitest";
import { relatedTags } from "./relatedTags.ts";

const links = (...tags: string[][]) => tags.map((each) => ({ tags: each }));

test("given related links, then the tags of several are suggested, those of the most first", () => {
  const related = links(["bread", "baking"], ["baking", "rye"], ["Baking", "baking", "bread"], []);
  expect(relatedTags([], related)).toEqual(["baking", "bread"]);
});

test("given a tag that the link has in another spelling, then it is not suggested", () => {
  expect(relatedTags(["Bread"], links(["bread"], ["bread", "rye"], ["rye"]))).toEqual(["rye"]);
});

test("given many, then four are suggested; given none, then none", () => {
  const many = ["a", "b", "c", "d", "e"];
  expect(relatedTags([], links(many, many))).toEqual(["a", "b", "c", "d"]);
  expect(relatedTags([], [])).toEqual([]);
  const full = Array.from({ length: TAGS_PER_LINK }, (_, n) => `tag ${n}`);
  expect(relatedTags(full, links(many, many))).toEqual([]);
});
