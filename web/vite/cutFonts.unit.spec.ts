import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { convert } from "fontverter";
import { Blob, Buffer as Text, Face, Font, shape, Variation } from "harfbuzzjs";
import { describe, expect, test } from "vitest";
import { charactersOf, cutFont, withCutFonts } from "./cutFonts.ts";
import { CUTS, isFirstFont } from "./fonts.ts";

const require = createRequire(import.meta.url);
/** The style sheets that `main.tsx` imports. */
const SHEETS = ["@fontsource-variable/fraunces/opsz.css", "@fontsource-variable/inter/wght.css"].map((name) =>
  require.resolve(name),
);

/** The files that a style sheet names, by the names that they have without what a build adds. */
const filesIn = (css: string, path: string): Map<string, Buffer> =>
  new Map(
    [...css.matchAll(/url\((.+?)\)/g)].map(([, url = ""]) => [
      url.slice(url.lastIndexOf("/") + 1),
      readFileSync(join(dirname(path), url)),
    ]),
  );
const open = async (font: Buffer): Promise<Face> => new Face(new Blob(await convert(font, "sfnt")));
const featuresOf = (face: Face): Set<string> =>
  new Set((["GSUB", "GPOS"] as const).flatMap((table) => face.getTableFeatureTags(table)));

/** How wide a font sets a text, in its own units. */
function widthOf(face: Face, text: string, axes: Readonly<Record<string, number>>): number {
  const font = new Font(face);
  font.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
  const buffer = new Text();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

describe.each(SHEETS)("given %s", (path) => {
  const family = /variable\/(\w+)\//.exec(path)?.[1] ?? "";
  const cut = CUTS[family];
  if (cut === undefined) throw new Error(`${family} is not cut`);
  const css = readFileSync(path, "utf8");

  test("when its fonts are cut, then each has the axes, features and characters that are said, and is smaller", async () => {
    const before = filesIn(css, path);
    const after = filesIn(await withCutFonts(css, path), path);
    expect([...after.keys()]).toEqual([...before.keys()]);
    expect(after.size).toBeGreaterThan(2);
    const ranges = new Map(
      [...css.matchAll(/files\/([^)]+)[^}]*unicode-range: ([^;]+)/g)].map(([, name = "", range = ""]) => [
        name,
        charactersOf(range),
      ]),
    );
    for (const [name, font] of after) {
      const original = before.get(name) ?? Buffer.alloc(0);
      const [was, is] = [await open(original), await open(font)];
      const axes = Object.entries(is.getAxisInfos()).map(([tag, { min, max }]) => [tag, { min, max }]);
      expect(Object.fromEntries(axes), name).toEqual(cut.axes);
      const kept = [...featuresOf(was)].filter((tag) => cut.features.includes(tag));
      // Where no character is left that a feature is for, it goes too.
      expect(kept, name).toEqual(expect.arrayContaining([...featuresOf(is)]));
      if (isFirstFont(name)) expect([...featuresOf(is)].sort(), name).toEqual(kept.sort());
      const reachable = new Set(Array.from(ranges.get(name) ?? "", (character) => character.codePointAt(0)));
      expect(reachable.size, name).toBeGreaterThan(20);
      expect([...is.collectUnicodes()], name).toEqual([...was.collectUnicodes()].filter((code) => reachable.has(code)));
      const names = Buffer.from(is.referenceTable("name") ?? [])
        .toString("latin1")
        .replaceAll("\0", "");
      expect(names, name).toMatch(/(?=.*Copyright 20)(?=.*(?:OFL|openfontlicense))/s);
      expect(is.referenceTable("prep"), name).toEqual(was.referenceTable("prep"));
      expect(font.length, name).toBeLessThan(0.85 * original.length);
    }
  });

  test("when a text is set in a cut font, then it is as wide as before, in all weights and sizes that are kept", async () => {
    const after = filesIn(await withCutFonts(css, path), path);
    const name = [...after.keys()].find(isFirstFont) ?? "";
    const was = await open(filesIn(css, path).get(name) ?? Buffer.alloc(0));
    const is = await open(after.get(name) ?? Buffer.alloc(0));
    const text = "Everything worth keeping: Ångström, 1:30 (A-Z) → Téa";
    const ends = Object.entries(cut.axes).map(([tag, { min, max }]) =>
      [0, 0.15, 0.4, 0.6, 1].map((part) => [tag, min + part * (max - min)] as const),
    );
    for (const first of ends[0] ?? []) {
      for (const second of ends[1] ?? [first]) {
        const axes = Object.fromEntries([first, second]);
        // Positions are whole numbers, of 2,000 for the size of the font.
        const width = widthOf(was, text, axes);
        expect(Math.abs(widthOf(is, text, axes) - width), JSON.stringify(axes)).toBeLessThanOrEqual(text.length);
        expect(width).toBeGreaterThan(500 * text.length);
      }
    }
  });

  test("when a font is cut twice, then it is the same to the octet", async () => {
    const font = [...filesIn(css, path).values()].toSorted((a, b) => a.length - b.length)[0] ?? Buffer.alloc(0);
    expect((await cutFont(font, cut, "ΑΩ")).equals(await cutFont(font, cut, "ΑΩ"))).toBe(true);
  });
});

test("given a style sheet that names its fonts in another way, or of another family, then the build stops", async () => {
  const [path = ""] = SHEETS;
  const face = "@font-face { src: url(./files/gone.woff2); unicode-range: U+41; }";
  for (const css of ["body {}", face.replace("(.", "('."), face.replace("files", "fonts"), `${face} x { y: url(z) }`])
    await expect(withCutFonts(css, path)).rejects.toThrow("in another way");
  await expect(withCutFonts(face, path)).rejects.toThrow("ENOENT");
  await expect(withCutFonts(face.replace("41", "4?"), path)).rejects.toThrow("no range of characters");
  await expect(withCutFonts("", "/x/@fontsource-variable/lora/wght.css")).rejects.toThrow('of "lora"');
});
