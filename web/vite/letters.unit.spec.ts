import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Sizes of letters and lines in pixels, which the browser's own setting does not change. */
const IN_PIXELS = /(?<![-\w])(?:font|font-size|line-height|--[tl]-\d): [^;]*\dpx/g;

test("letters and lines are as large as the browser's own setting wants them", () => {
  const folder = join(import.meta.dirname, "../src");
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(20);
  const found = sheets.flatMap((name) =>
    Array.from(readFileSync(join(folder, name), "utf8").matchAll(IN_PIXELS), ([text]) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});
