/** `\w` of Python, by which both corpora's own scripts split words. */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [item, count] of a) sum += Math.min(count, b.get(item) ?? 0);
  return sum;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const harmonic = (precision: number, recall: number): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/** F1 of the words of one page, as WCXB's `evaluate.py` reckons it. */
export function wordF1(found: string, truth: string): number {
  const [a, b] = [found, truth].map((text) => wordsIn(text.toLowerCase()));
  if (a === undefined || b === undefined) return 0;
  if (b.length === 0) return a.length === 0 ? 1 : 0;
  if (a.length === 0) return 0;
  const hits = shared(countOf(a), countOf(b));
  return harmonic(hits / a.length, hits / b.length);
}

const RUN = 4;

function runsIn(text: string): string[] {
  const words = wordsIn(text);
  if (words.length < RUN) return words.length === 0 ? [] : [words.join(" ")];
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

/** F1 over all pages by runs of four words, as `evaluate.py` of article-extraction-benchmark reckons it. */
export function runF1(pages: readonly { readonly found: string; readonly truth: string }[]): number {
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (const { found, truth } of pages) {
    const [a, b] = [runsIn(found), runsIn(truth)];
    const hits = shared(countOf(a), countOf(b));
    if (a.length > 0) precisions.push(hits / a.length);
    if (b.length > 0) recalls.push(hits / b.length);
  }
  return harmonic(mean(precisions), mean(recalls));
}

/** How many sentences are there and should be, how many are not, and how many are there and should not be. */
export function sentencesIn(text: string, wanted: readonly string[], unwanted: readonly string[]) {
  const all = inOneLine(text);
  const isThere = (sentence: string): boolean => all.includes(inOneLine(sentence));
  const found = wanted.filter(isThere).length;
  return { found, missed: wanted.length - found, wrong: unwanted.filter(isThere).length };
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** F1 over all sentences, as `evaluate.py` of trafilatura reckons it. */
export function sentenceF1(pages: readonly ReturnType<typeof sentencesIn>[]): number {
  const sum = (count: (page: ReturnType<typeof sentencesIn>) => number): number =>
    pages.reduce((all, page) => all + count(page), 0);
  const found = sum((page) => page.found);
  return harmonic(found / (found + sum((page) => page.wrong)), found / (found + sum((page) => page.missed)));
}
