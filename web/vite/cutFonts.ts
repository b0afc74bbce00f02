import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import subsetFont, { type Options } from "subset-font";
import type { Plugin } from "vite";
import { type Cut, CUTS } from "./fonts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where fonts that were cut are kept from build to build. */
const KEPT = join(ROOT, "web/.cache/fonts");

/** What the subsetter is told. Hints stay: without the few that there are, letters stand elsewhere on Linux. */
const optionsOf = ({ axes, features }: Cut): Options => ({
  keepAllGlyphs: true,
  targetFormat: "woff2",
  keepFeatures: features,
  variationAxes: axes,
});

/**
 * A font without what the page does not use of it. All characters stay.
 * @param font a variable font as WOFF2
 * @returns WOFF2
 * @throws where it has not the axes
 */
export const cutFont = (font: Buffer, cut: Cut): Promise<Buffer> => subsetFont(font, undefined, optionsOf(cut));

/** Cuts a file, or finds it as it was cut before. @returns the path of what it became, of the same file name */
async function cutFile(path: string, cut: Cut): Promise<string> {
  const font = readFileSync(path);
  const hash = createHash("sha256")
    .update(font)
    .update(JSON.stringify(optionsOf(cut)));
  // The libraries in their versions.
  hash.update(readFileSync(join(ROOT, "package-lock.json")));
  const target = join(KEPT, hash.digest("hex").slice(0, 16), basename(path));
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  // Another build may be about the same file.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, await cutFont(font, cut));
  renameSync(draft, target);
  return target;
}

/** The files that a style sheet of Fontsource names. */
const URL_OF_FILE = /url\((\.\/files\/[\w-]+\.woff2)\)/g;

/**
 * A style sheet of Fontsource that names cut fonts.
 * @param path of the style sheet
 * @throws where it names its files in another way, or its family has no cut
 */
export async function withCutFonts(css: string, path: string): Promise<string> {
  const family = /@fontsource-variable\/([\w-]+)\//.exec(path)?.[1] ?? "";
  const cut = CUTS[family];
  if (cut === undefined) throw new Error(`What of "${family}" is used is not said in web/vite/fonts.ts (${path})`);
  const names = new Set([...css.matchAll(URL_OF_FILE)].map(([, name = ""]) => name));
  if (names.size === 0 || [...css.matchAll(/url\(/g)].length !== [...css.matchAll(URL_OF_FILE)].length)
    throw new Error(`The style sheet names its fonts in another way than "url(./files/….woff2)" (${path})`);
  const files = new Map<string, string>();
  for (const name of names) {
    const file = await cutFile(join(dirname(path), name), cut);
    files.set(name, relative(dirname(path), file).replaceAll("\\", "/"));
  }
  return css.replaceAll(URL_OF_FILE, (_, name: string) => `url(${files.get(name)})`);
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
