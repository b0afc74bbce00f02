import { commonWords, type TextRange, type Word, wordsIn } from "@satchel/contracts/highlights";

/** For each word of a text the index of its counterpart in the other one, or -1. */
export type WordMap = Int32Array;

/** Words in a row by which a place of both texts is known to be the same. */
const RUN = 6;

/**
 * Which words of two texts are the same ones: runs of {@link RUN} words that each text has once, in an order that both have,
 * and what both have between these. It knows nothing of quotations and their surroundings.
 */
export function mapWords(own: readonly Word[], other: readonly Word[]): WordMap {
  const others = onceIn(other);
  const pairs: { readonly at: number; readonly to: number }[] = [];
  for (const [run, at] of onceIn(own)) {
    const to = others.get(run);
    if (at !== -1 && to !== undefined && to !== -1) pairs.push({ at, to });
  }
  pairs.sort((a, b) => a.at - b.at);
  const map: WordMap = new Int32Array(own.length).fill(-1);
  for (const { at, to } of increasing(pairs)) for (let i = 0; i < RUN; i++) map[at + i] = to + i;
  const taken = new Set(map.filter((index) => index !== -1));
  const extend = (from: number, step: 1 | -1): void => {
    for (let i = from; i >= 0 && i < own.length; i += step) {
      const beside = map[i - step] ?? -1;
      const next = beside + step;
      if (map[i] !== -1 || beside === -1 || taken.has(next) || own[i]?.text !== other[next]?.text) continue;
      if (next < 0 || next >= other.length) continue;
      map[i] = next;
      taken.add(next);
    }
  };
  extend(1, 1);
  extend(own.length - 2, -1);
  fill(map, own, other);
  return map;
}

/** Words of both texts between two known places that are compared. */
const COMPARED = 4_000_000;

/** Maps the words between two that are mapped already, by the longest sequence of words that both texts have there. */
function fill(map: WordMap, own: readonly Word[], other: readonly Word[]): void {
  for (let from = 0; from < own.length; from++) {
    if (map[from] !== -1) continue;
    let to = from;
    while (to < own.length && map[to] === -1) to++;
    const begin = from === 0 ? 0 : (map[from - 1] ?? -1) + 1;
    const end = to === own.length ? other.length : (map[to] ?? 0);
    if ((to - from) * (end - begin) < COMPARED) {
      const found = commonWords(own.slice(from, to), other.slice(begin, end));
      found.forEach((index, n) => {
        if (index !== -1) map[from + n] = begin + index;
      });
    }
    from = to;
  }
}

/** Each run of words with its index; -1 for one that is there more than once. */
function onceIn(words: readonly Word[]): Map<string, number> {
  const runs = new Map<string, number>();
  for (let i = 0; i + RUN <= words.length; i++) {
    const run = words
      .slice(i, i + RUN)
      .map(({ text }) => text)
      .join(" ");
    runs.set(run, runs.has(run) ? -1 : i);
  }
  return runs;
}

/** The longest part of a list whose second places increase as well (patience sorting). */
function increasing<T extends { readonly to: number }>(pairs: readonly T[]): T[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(({ to }, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  });
  const found: T[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) found.push(pair);
  }
  return found.reverse();
}

export type Verdict = "right" | "wrong" | "lost";

interface Judged {
  readonly map: WordMap;
  /** The words of the quotation, and the index of their first one in their text. */
  readonly own: readonly Word[];
  readonly first: number;
  /** All words of the other text. */
  readonly other: readonly Word[];
}

/** The share of a quotation's words that has to be marked, of those that are left. */
const LEAST = 2 / 3;

const LETTER = /[\p{L}\p{N}]/u;

/**
 * What a highlight came to. It is wrong when it marks a word outside of what became of the quotation; lost when it is not
 * marked, or less than two thirds of the words that were left as they were.
 */
export function judge({ map, own, first, other }: Judged, found: TextRange | undefined): Verdict {
  if (found === undefined) return "lost";
  const places = Array.from(map.slice(first, first + own.length));
  const hull = places.filter((index) => index !== -1);
  const [from, to] = [Math.min(...hull), Math.max(...hull)];
  const marked = other.flatMap(({ start, end }, index) => (start < found.end && end > found.start ? [index] : []));
  // Its very words, which are there once: they were moved, or the texts differ too much around them.
  const isMoved = hull.length < own.length && isOnly(own, other, marked);
  if (isMoved) return "right";
  if (hull.length === 0 || marked.some((index) => index < from || index > to)) return "wrong";
  const left = places.filter((index, n) => {
    const word = own[n]?.text ?? "";
    return LETTER.test(word) && other[index]?.text === word;
  });
  const isMarked = new Set(marked);
  return left.filter((index) => isMarked.has(index)).length >= left.length * LEAST ? "right" : "lost";
}

/** Whether the marked words are those of the quotation, and no others of the text are. */
function isOnly(own: readonly Word[], other: readonly Word[], marked: readonly number[]): boolean {
  const isAt = (from: number): boolean => own.every(({ text }, n) => other[from + n]?.text === text);
  const places = other.flatMap((_, from) => (isAt(from) ? [from] : []));
  return places.length === 1 && places[0] === marked[0] && marked.length === own.length;
}

export const words = wordsIn;
