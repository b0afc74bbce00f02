import { addressWords } from "./address-words.ts";
import { isPlaceholder } from "./placeholder-titles.ts";
import { keyOf } from "./title-key.ts";
import {
  type ComparedText,
  covers,
  HALF_OF,
  MOST_OF,
  type TitleContext,
  type TitleSource,
  weigh,
  type WeighedSource,
} from "./weighed-source.ts";
import { partsOf } from "./without-site.ts";

/**
 * Support of a source for a candidate that is: the whole source, its first, middle or last parts, most of it, its beginning,
 * half of it, somewhere in it, or longer than the source and contains all its words.
 */
const SAME = 1;
const FIRST_PARTS = 0.8;
const MIDDLE_PARTS = 0.6;
const LAST_PARTS = 0.4;
const MOST = 0.7;
const BEGINNING = 0.3;
const HALF = 0.3;
const WITHIN = 0.2;
const LESS = 0.15;

/** Support of the address for a title with the same words. */
const ADDRESS_WEIGHT = 0.6;

/** Sources that are compared; a page can have more. */
const SOURCES = 32;

/** Score differences up to this are rounding errors. */
const EPSILON = 1e-9;

/**
 * The page's title by agreement: every candidate text, and every run of its parts, is scored by the sources that repeat it,
 * in whole or in part, and by the words of the address. The site's name and placeholders never win. Without agreement the
 * weights of the sources decide (decision 24).
 * @returns undefined when the page has none; the caller makes one from the address
 */
export function chooseTitle(all: readonly TitleSource[], context: TitleContext): string | undefined {
  const { siteNames, isHome, url } = context;
  const saying = all.slice(0, SOURCES).filter(({ text }) => !isPlaceholder(text));
  if (isHome) return heaviest(saying) ?? siteNames[0];
  const sources = weigh(saying, context);
  const names = new Set(siteNames.map(keyOf));
  const address = addressWords(url);
  let best: { text: string; score: number } | undefined;
  for (const candidate of candidatesOf(sources)) {
    if (names.has(candidate.key) || isPlaceholder(candidate.text)) continue;
    const score = scoreOf(candidate, sources) + ADDRESS_WEIGHT * likeness(candidate, address);
    if (best === undefined || score > best.score + EPSILON) best = { text: candidate.text, score };
  }
  return best === undefined ? heaviest(saying) : inFull(spelled(best.text, sources), sources);
}

function heaviest(sources: readonly TitleSource[]): string | undefined {
  return sources.toSorted((a, b) => b.weight - a.weight)[0]?.text;
}

/** All texts, and all runs of their parts; each once. */
function candidatesOf(sources: readonly WeighedSource[]): ComparedText[] {
  const candidates = new Map<string, ComparedText>();
  for (const candidate of [...sources, ...sources.flatMap(({ runs }) => runs)]) {
    if (candidate.text !== "" && !candidates.has(candidate.key)) candidates.set(candidate.key, candidate);
  }
  return [...candidates.values()];
}

function scoreOf(candidate: ComparedText, sources: readonly WeighedSource[]): number {
  return sources.reduce((sum, source) => sum + source.weight * agreement(candidate, source), 0);
}

/** How far a source supports a candidate, 0 to 1. */
function agreement(candidate: ComparedText, source: WeighedSource): number {
  if (candidate.key === source.key) return SAME;
  if (source.key.includes(candidate.key)) return inParts(candidate, source) ?? inWords(candidate, source);
  return isAmong(source, candidate) ? LESS : 0;
}

/** Support of a source for a candidate that is a run of its parts; undefined when it is none. */
function inParts({ key }: ComparedText, source: WeighedSource): number | undefined {
  const { runs, parts, isTrimmed } = source;
  const run = runs.find((one) => one.key === key);
  if (run === undefined) return undefined;
  if (run.from === 0) return FIRST_PARTS;
  // The last part is likely the site's name, unless that was removed already.
  return run.to === parts - 1 && !isTrimmed ? LAST_PARTS : MIDDLE_PARTS;
}

/** Support of a source for a candidate at its beginning or inside, at the bounds of words. */
function inWords(candidate: ComparedText, source: WeighedSource): number {
  if (candidate.words.trim() === "" || !source.words.includes(candidate.words)) return 0;
  if (!source.words.startsWith(candidate.words)) return covers(candidate, source, HALF_OF) ? HALF : WITHIN;
  // A title of several parts competes with its own first part, which both sources have.
  const isMost = source.isHead && covers(candidate, source, MOST_OF);
  return isMost && partsOf(candidate.text).length > 1 ? MOST : BEGINNING;
}

/** Whether all words of a source are among a candidate's. */
function isAmong(source: ComparedText, candidate: ComparedText): boolean {
  const words = source.words.trim();
  if (words === "" || source.key.length > candidate.key.length) return false;
  const all = new Set(candidate.words.split(" "));
  return words.split(" ").every((word) => all.has(word));
}

/**
 * The similarity of a title and the words of its address, 0 to 1. Words that only the title has count double; an address of
 * one or two words counts less.
 */
function likeness({ words }: ComparedText, address: readonly string[]): number {
  const title = words.split(" ").filter((word) => word !== "");
  const common = new Set(address);
  if (title.length === 0 || common.size === 0) return 0;
  const shared = new Set(title.filter((word) => common.has(word))).size;
  const certainty = common.size > 2 ? 1 : common.size === 2 ? 0.8 : (address[0]?.length ?? 0) < 4 ? 0 : 0.4;
  return certainty * (shared / common.size) * (shared / title.length) ** 2;
}

/**
 * The title in the spelling of the source with the highest weight; if possible not in capitals only, and with the artist's
 * name (`Low Water, by Tidal Wave`).
 */
function spelled(title: string, sources: readonly WeighedSource[]): string {
  const credited = sources.find(({ text }) => text.startsWith(`${title}, by `));
  if (credited !== undefined) return credited.text;
  const same = sources.filter(({ key }) => key === keyOf(title)).toSorted((a, b) => b.weight - a.weight);
  const mixed = same.find(({ text }) => text !== text.toUpperCase());
  return (mixed ?? same[0])?.text ?? title;
}

/** The full text of a title that was cut with dots, where another source has it. */
function inFull(title: string, sources: readonly WeighedSource[]): string {
  const stem = /^(.{12,}?)\s*(?:…|\.{3})$/u.exec(title)?.[1];
  if (stem === undefined) return title;
  const key = keyOf(stem);
  const others = sources.flatMap(({ text }) => [text, ...partsOf(text).map((part) => part.text)]);
  return (
    others.find((text) => keyOf(text).startsWith(key) && keyOf(text) !== key && !/(?:…|\.{3})$/.test(text)) ?? title
  );
}
