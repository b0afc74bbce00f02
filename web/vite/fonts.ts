/** What is kept of an axis of a variable font, in its own units. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What is kept of the files of a family. */
export interface Cut {
  readonly axes: Readonly<Record<string, Range>>;
  /** OpenType features, by their tags. */
  readonly features: readonly string[];
}

/** What browsers apply to text of any kind without being told. */
const ALWAYS = ["calt", "ccmp", "clig", "kern", "liga", "locl", "mark", "mkmk", "rclt", "rlig", "rvrn"];

/** What the style sheets ask for beside it (`font-variant-numeric`). */
const NUMBERS = ["lnum", "tnum"];

/**
 * The weights and optical sizes that the style sheets use; beyond them a browser takes the nearest. The optical size is the
 * font size in px: browsers set it by themselves. `fonts.unit.spec.ts` reads the style sheets for both.
 */
export const CUTS: Readonly<Record<string, Cut>> = {
  fraunces: {
    axes: { wght: { min: 350, max: 560 }, opsz: { min: 13, max: 64 } },
    features: [...ALWAYS, ...NUMBERS],
  },
  inter: { axes: { wght: { min: 400, max: 700 } }, features: [...ALWAYS, ...NUMBERS] },
};

/** Whether a file is a font of Latin script: what nearly every text is set in. */
export const isFirstFont = (file: string): boolean => /-latin-(?:opsz|wght)-[^/]*\.woff2$/.test(file);

/**
 * The fonts among some files that a page begins with.
 * @throws where there is not one of each family: the packages of the fonts name their files in another way then
 */
export function firstFonts(files: readonly string[]): string[] {
  const first = files.filter(isFirstFont);
  const families = Object.keys(CUTS);
  const isOneOfEach = families.every(
    (family) => first.filter((file) => file.includes(`${family}-latin-`)).length === 1,
  );
  if (!isOneOfEach || first.length !== families.length)
    throw new Error(`The first fonts are ${first.join(", ") || "none"}, not one of each of ${families.join(", ")}`);
  return first;
}
