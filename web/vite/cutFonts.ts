import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import subsetFont, { type Options } from "subset-font";
import type { Plugin } from "vite";
import { type Cut, CUTS } from "./fonts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where fonts that were cut are kept from build to build. */
const KEPT = join(ROOT, "web/.cache/fonts");

/** The names in a font that say under which licence it is: these two, and the copyright, go with every copy. */
const LICENCE_NAMES = [13, 14];

/** What the subsetter is told. Hints stay: without the few that there are, letters stand elsewhere on Linux. */
const optionsOf = ({ axes, features }: Cut): Options => ({
  targetFormat: "woff2",
  preserveNameIds: LICENCE_NAMES,
  keepFeatures: features,
  variationAxes: axes,
});

/** The characters of a `unicode-range`. @throws where it is not written as Fontsource writes it */
export function charactersOf(range: string): string {
  let characters = "";
  for (const part of range.split(",")) {
    const [, first = "", last = first] = /^\s*U\+([\dA-F]+)(?:-([\dA-F]+))?\s*$/.exec(part) ?? [];
    if (first === "") throw new Error(`"${part}" is no range of characters`);
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
      characters += String.fromCodePoint(code);
  }
  return characters;
}

/**
 * A font without what the page does not use of it.
 * @param font a variable font as WOFF2
 * @param characters that a browser takes from it; others go
 * @returns WOFF2
 * @throws where it has not the axes
 */
export const cutFont = (font: Buffer, cut: Cut, characters: string): Promise<Buffer> =>
  subsetFont(font, characters, optionsOf(cut));

/** Cuts a file, or finds it as it was cut before. @returns the path of what it became, of the same file name */
async function cutFile(path: string, cut: Cut, characters: string): Promise<string> {
  const font = readFileSync(path);
  const hash = createHash("sha256").update(font);
  hash.update(JSON.stringify([optionsOf(cut), characters]));
  // The libraries in their versions.
  hash.update(readFileSync(join(ROOT, "package-lock.json")));
  const target = join(KEPT, hash.digest("hex").slice(0, 16), basename(path));
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  // Another build may be about the same file.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, await cutFont(font, cut, characters));
  renameSync(draft, target);
  return target;
}

/** A font of Fontsource's style sheets: its file, and the characters that a browser takes from it. */
const FACE = /@font-face \{[^{}]*?\burl\((\.\/files\/[\w-]+\.woff2)\)[^{}]*?\bunicode-range: ([^;{}]+);[^{}]*\}/g;

/**
 * A style sheet of Fontsource that names cut fonts.
 * @param path of the style sheet
 * @throws where it is written in another way, or its family has no cut
 */
export async function withCutFonts(css: string, path: string): Promise<string> {
  const family = /@fontsource-variable\/([\w-]+)\//.exec(path)?.[1] ?? "";
  const cut = CUTS[family];
  if (cut === undefined) throw new Error(`What of "${family}" is used is not said in web/vite/fonts.ts (${path})`);
  const faces = [...css.matchAll(FACE)];
  if (faces.length === 0 || faces.length !== css.split("url(").length - 1)
    throw new Error(`The style sheet names its fonts in another way than Fontsource did (${path})`);
  let cutCss = css;
  for (const [, name = "", range = ""] of faces) {
    const file = await cutFile(join(dirname(path), name), cut, charactersOf(range));
    cutCss = cutCss.replace(`url(${name})`, `url(${relative(dirname(path), file).replaceAll("\\", "/")})`);
  }
  return cutCss;
}

/** Cuts the fonts of Fontsource to what the page uses of them, in the build and while developing. */
export function cutFonts(): Plugin {
  return {
    name: "satchel:cut-fonts",
    // Before Vite looks for the files that a style sheet names.
    enforce: "pre",
    transform: {
      filter: { id: /\/@fontsource-variable\/[^?]+\.css(?:\?|$)/ },
      async handler(code, id) {
        return { code: await withCutFonts(code, id.replace(/\?.*$/, "")), map: null };
      },
    },
  };
}
