import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CUTS, firstFonts } from "./fonts.ts";

const SOURCES = join(import.meta.dirname, "../src");
const paths = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
const read = (path: string): string => readFileSync(join(SOURCES, path), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
const css = paths
  .filter((path) => path.endsWith(".css"))
  .map(read)
  .join("\n");
const markup = paths
  .filter((path) => path.endsWith(".tsx"))
  .map(read)
  .join("\n");

/** All that a pattern's first group finds, as numbers. */
const numbers = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, each]) => Number(each));

/** Whether numbers lie within what is kept of an axis, and use all of it. */
function expectRange(found: readonly number[], family: string, axis: string): void {
  const range = CUTS[family]?.axes[axis];
  expect(found.length).toBeGreaterThan(5);
  expect({ min: Math.min(...found), max: Math.max(...found) }).toEqual(range);
}

describe("what is kept of the fonts is what the style sheets use", () => {
  const serif = [...css.matchAll(/font:\s*(\d+)\s+([^;]*?)\s*\/[^;]*var\(--serif\)/g)];

  test("weights of Fraunces", () => {
    expectRange(
      serif.map(([, weight]) => Number(weight)),
      "fraunces",
      "wght",
    );
  });

  test("sizes of Fraunces, which are its optical sizes", () => {
    const sizes = serif
      .map(([, , size = ""]) =>
        size.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) =>
          [...css.matchAll(new RegExp(`${name}: ([^;]+);`, "g"))].map(([, value]) => value).join(" "),
        ),
      )
      .flatMap((size) => numbers(size, /([\d.]+)px/g));
    expectRange(sizes, "fraunces", "opsz");
  });

  test("weights of Inter; 700 is what a browser gives to what is bold by itself", () => {
    const weights = [
      700,
      ...numbers(css, /font-weight:\s*(\d+)\s*;/g).filter((weight) => weight < 1000),
      ...numbers(css, /font:\s*(\d+)\s[^;]*var\(--sans\)/g),
      ...numbers(markup, /fontWeight="(\d+)"/g),
    ];
    expectRange(weights, "inter", "wght");
  });

  test("features", () => {
    const tags: Readonly<Record<string, string>> = { "lining-nums": "lnum", "tabular-nums": "tnum" };
    const asked = [...css.matchAll(/font-variant-numeric:\s*([^;]+);/g)].flatMap(([, values = ""]) =>
      values.split(" "),
    );
    const used = [...new Set(asked)].map((value) => tags[value]);
    for (const { features } of Object.values(CUTS)) expect(features).toEqual(expect.arrayContaining(used));
    // Neither file of Latin script ever had others to choose.
    expect(css).not.toMatch(/font-feature-settings|font-variation-settings|font-variant(?!-numeric)/);
  });
});

test("given files of a build, then the first fonts are those of Latin script, one of each family, or the build stops", () => {
  const [fraunces, inter] = ["assets/fraunces-latin-opsz-normal-A.woff2", "assets/inter-latin-wght-normal-B.woff2"];
  const others = ["assets/inter-latin-ext-wght-normal-C.woff2", "assets/inter-greek-wght-normal-D.woff2", "sw.js"];
  expect(firstFonts([...others, inter, fraunces])).toEqual([inter, fraunces]);
  for (const files of [others, [...others, inter], [inter, fraunces, `${inter}.woff2`], [inter, fraunces, fraunces]])
    expect(() => firstFonts(files)).toThrow("The first fonts are");
});
