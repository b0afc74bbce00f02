import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** The selectors of all style sheets of the page, with the file that each is in. */
const selectors = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .flatMap((path) => {
    const css = readFileSync(join(SOURCES, path), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
    return [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = ""]) => `${path}: ${selector.trim()}`);
  })
  .filter((rule) => !/: @(?:media|container|supports|font-face|keyframes)/.test(rule));

test("given rows that come and go, when there are rules for siblings, then each names whom it styles", () => {
  expect(selectors.length).toBeGreaterThan(500);
  // After `* + *` browsers style all that is in a list anew at each row, and lay it out.
  expect(selectors.filter((rule) => /[+~]\s*(?:\*|:(?!is\())/.test(rule))).toEqual([]);
});

test("given rows that come and go, when a rule asks what is inside of something, then no row is inside of that", () => {
  // What stands around a list is looked through whole at each row that comes in.
  expect(
    selectors.filter((rule) => /(?:^|[\s>+~,(])(?:body|html|\.app|\.main|\.page|\.links):has\(/.test(rule)),
  ).toEqual([]);
  // And what is named after it is styled anew in all rows.
  expect(selectors.filter((rule) => /\.link:[^,]*has\((?!\+)/.test(rule))).toEqual([]);
});
