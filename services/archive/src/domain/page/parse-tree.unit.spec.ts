import { serialize } from "parse5";
import { expect, test } from "vitest";
import { parseTree } from "./parse-tree.ts";

const countIn = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

test("given a page, when it is parsed without a limit, then all of it is there", () => {
  expect(countIn(serialize(parseTree("<p>x".repeat(1000))))).toBe(1003);
});

test("given elements that are made again in each paragraph, when as many as are wanted are made, then the rest is left out", () => {
  const fonts = Array.from({ length: 100 }, (_, n) => `<font a=${n}>`).join("");
  const html = serialize(parseTree(`<p>${fonts}first</p>${"<p>x</p>".repeat(10_000)}`, 5000));
  expect(html).toContain("first");
  expect(countIn(html)).toBe(5000);
});
