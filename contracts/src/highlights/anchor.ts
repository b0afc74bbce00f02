import approxSearch from "approx-string-match";
import { hashText } from "./article-text.ts";
import { type CodePoints, codePoints } from "./code-points.ts";
import type { Quote, Selectors, TextRange } from "./selectors.ts";
import { commonWords, type Word, wordsIn } from "./words.ts";

/** Places with the very words of a quotation that are compared; with more, it says too little. */
const PLACES = 100;

/** Places that are like a quotation which are compared with it, word by word. */
const COMPARED = 20;

/** The share of the quotation with its surroundings that may differ for it to be looked for at all. */
const ERRORS = 0.4;

/** Characters of a quotation that are looked for; of a longer one, its two ends. */
const SEARCHED_CHARS = 1200;

/** Characters of its surroundings that are looked for with a long one. */
const NEAR_CHARS = 64;

/** The least share of a quotation's words that a place has, and of the quotation with its surroundings. */
const QUOTE_BAR = 0.6;
const SCORE_BAR = 0.62;

/** Words in a row that may have been left out of a quotation, and put into it: more is another text. */
const GONE_WORDS = 3;
const PUT_IN_WORDS = 3;

/** Words from which a quotation that is there once needs no surroundings to be told apart. */
const TELLING_WORDS = 7;

/** By how much the best place is better than the next one; closer ones can't be told apart. */
const MARGIN = 0.15;

interface Place extends TextRange {
  /** The share of all its words, in characters, that the place has: 1 is all. */
  readonly score: number;
  /** Whether it has the quotation's own words; else it is a place where they may have stood. */
  readonly hasQuote: boolean;
}

/** Finds highlights in one text. */
export interface Anchoring {
  /** Where a highlight is in the text; undefined when that is not sure: then it is shown as its quotation alone. */
  find(selectors: Selectors): TextRange | undefined;
}

/**
 * Anchors highlights in a text ({@link readArticleText}). If its hash is that of the text that a highlight was made on, the
 * position counts; else the quotation is looked for with what stood around it.
 */
export function anchoring(text: string): Anchoring {
  const hash = hashText(text);
  // Of the same length: the rules of the text leave one white space between words.
  const plain = text.replaceAll("\n", " ");
  let points: CodePoints | undefined;

  return {
    find: ({ quote, position, textHash }) => {
      if (position !== null && textHash === hash) {
        points ??= codePoints(text);
        const range = { start: points.unitOf(position.start), end: points.unitOf(position.end) };
        if (plain.slice(range.start, range.end) === onOneLine(quote.exact)) return range;
      }
      return findQuote(plain, {
        exact: onOneLine(quote.exact).trim(),
        prefix: onOneLine(quote.prefix),
        suffix: onOneLine(quote.suffix),
      });
    },
  };
}

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");

function findQuote(text: string, quote: Quote): TextRange | undefined {
  const { exact, prefix, suffix } = quote;
  if (exact === "") return undefined;
  const whole = prefix + exact + suffix;
  const at = text.indexOf(whole);
  if (whole !== exact && at !== -1 && !text.includes(whole, at + 1)) {
    return { start: at + prefix.length, end: at + prefix.length + exact.length };
  }
  const starts = placesOf(text, exact);
  // So many places say that the quotation is an ordinary word.
  if (starts.length > PLACES) return undefined;
  // Its words may have been edited at the place where it stood, while they are somewhere else as well.
  const verbatim = starts.map((start) => besides(text, quote, start));
  const edited = matches(text, quote).map((range) => compared(text, quote, range));
  const [best] = [...verbatim, ...edited].sort((a, b) => b.score - a.score);
  if (best?.hasQuote !== true) return undefined;
  const isApart = ({ start, end }: TextRange): boolean => start >= best.end || end <= best.start;
  const others = [...verbatim, ...edited, ...besideBest(text, quote, best)].filter(isApart);
  if (others.some(({ score }) => best.score - score < MARGIN)) return undefined;
  const isTelling = wordsIn(exact).length >= TELLING_WORDS || whole === exact;
  const isAlone = verbatim.length === 1 && best === verbatim[0] && isTelling;
  return best.score >= SCORE_BAR || isAlone ? rangeOf(best) : undefined;
}

/** The best places before and behind one: the search names those alone that are the best of all. */
function besideBest(text: string, quote: Quote, { start, end }: TextRange): Place[] {
  const ranges = [
    ...matches(text.slice(0, start), quote),
    ...matches(text.slice(end), quote).map((range) => ({ start: range.start + end, end: range.end + end })),
  ];
  return ranges.map((range) => compared(text, quote, range));
}

const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

function placesOf(text: string, exact: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(exact); at !== -1 && starts.length <= PLACES; at = text.indexOf(exact, at + 1)) {
    if (isOfWords(text, at, exact)) starts.push(at);
  }
  return starts;
}

const LETTER = /[\p{L}\p{N}]/u;
/** Whether a place begins and ends where words do: "art" is not in "party". A highlight of a part of a word is looked for by its words. */
function isOfWords(text: string, at: number, exact: string): boolean {
  const isWithin = (index: number): boolean =>
    LETTER.test(text.charAt(index - 1)) && LETTER.test(text.charAt(index)) && !isSpaceless(text.charAt(index));
  return !isWithin(at) && !isWithin(at + exact.length);
}

const isSpaceless = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character);

/** How much a place with the very words of a quotation has of its surroundings. */
function besides(text: string, { exact, prefix, suffix }: Quote, start: number): Place {
  const end = start + exact.length;
  const [before, within, after] = [prefix, exact, suffix].map((part) => wordsIn(part)) as [Word[], Word[], Word[]];
  const left = shareOf(before, wordsIn(text, Math.max(0, start - 2 * prefix.length), start));
  const right = shareOf(after, wordsIn(text, end, end + 2 * suffix.length));
  const [l, m, r] = [lengthOf(before), lengthOf(within), lengthOf(after)];
  return { start, end, hasQuote: true, score: (left * l + m + right * r) / (l + m + r) };
}

const lengthOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0);

/** The share of the words that stand in others too, in the same order; 0 for none. */
function shareOf(words: readonly Word[], others: readonly Word[]): number {
  const counterparts = commonWords(words, others);
  const length = lengthOf(words);
  return length === 0 ? 0 : lengthOf(words.filter((_, index) => counterparts[index] !== -1)) / length;
}

/** The fuzzy pass: the parts of the text that are most like the quotation with its surroundings. */
function matches(text: string, { prefix, exact, suffix }: Quote): TextRange[] {
  const half = SEARCHED_CHARS / 2;
  if (prefix.length + exact.length + suffix.length <= SEARCHED_CHARS) return search(text, prefix + exact + suffix);
  if (exact.length <= SEARCHED_CHARS)
    return search(text, prefix.slice(-NEAR_CHARS) + exact + suffix.slice(0, NEAR_CHARS));
  // Both ends, which stand as far from each other as in the quotation, give or take a fifth.
  const ends = search(text, exact.slice(-half) + suffix.slice(0, NEAR_CHARS));
  return search(text, prefix.slice(-NEAR_CHARS) + exact.slice(0, half)).flatMap(({ start }) =>
    ends
      .filter(({ end }) => Math.abs(end - start - exact.length) < exact.length / 5 + 2 * NEAR_CHARS)
      .map(({ end }) => ({ start, end })),
  );
}

const search = (text: string, pattern: string): TextRange[] =>
  approxSearch(text, pattern, Math.floor(pattern.length * ERRORS)).slice(0, COMPARED);

/** A word of the quotation, and its counterpart, each with its number in its list. */
interface Pair {
  readonly own: number;
  readonly other: number;
  readonly word: Word;
  readonly place: Word;
}

/**
 * The words of the quotation in a part of the text. It begins and ends with words of the quotation, so nothing else is
 * marked at its ends.
 */
function compared(text: string, { prefix, exact, suffix }: Quote, range: TextRange): Place {
  const own = wordsIn(prefix + exact + suffix);
  const others = wordsIn(text, Math.max(0, range.start - prefix.length), range.end + suffix.length);
  const pairs = Array.from(commonWords(own, others)).flatMap((other, index): Pair[] => {
    const [word, place] = [own[index], others[other]];
    return word === undefined || place === undefined ? [] : [{ own: index, other, word, place }];
  });
  const isOfQuote = ({ start: from, end: to }: Word): boolean =>
    to > prefix.length && from < prefix.length + exact.length;
  const score = lengthOf(pairs.map(({ word }) => word)) / lengthOf(own);
  const without = { ...range, score, hasQuote: false };
  const isFirm = firmOf(pairs);
  const ends = pairs.filter((pair) => isOfQuote(pair.word) && LETTER.test(pair.word.text) && isFirm.has(pair));
  const [first, last] = [ends[0], ends.at(-1)];
  if (first === undefined || last === undefined) return without;
  const marked = pairs.filter((pair) => pair.own >= first.own && pair.own <= last.own);
  const length = lengthOf(marked.map(({ word }) => word));
  const between = others.slice(first.other, last.other + 1);
  const isTorn = marked.some((pair, n) => {
    const before = marked[n - 1] ?? pair;
    return pair.own - before.own > GONE_WORDS + 1 || pair.other - before.other > PUT_IN_WORDS + 1;
  });
  const isMuch = length / lengthOf(own.filter(isOfQuote)) >= QUOTE_BAR && length / lengthOf(between) >= QUOTE_BAR;
  if (isTorn || !isMuch) return without;
  return { start: nearest(others, first, marked[1]).start, end: last.place.end, score, hasQuote: true };
}

/** Of equal words before the second one of a quotation the nearest: the others were there before it, or put in. */
function nearest(others: readonly Word[], first: Pair, second: Pair | undefined): Word {
  const between = second === undefined ? [] : others.slice(first.other, second.other);
  return between.findLast(({ text }) => text === first.word.text) ?? first.place;
}

/** Words together by which the beginning and the end of a quotation are known: single ones are everywhere. */
const FIRM_WORDS = 3;

/** The pairs that stand together with others. */
function firmOf(pairs: readonly Pair[]): ReadonlySet<Pair> {
  const firm = new Set<Pair>();
  let group: Pair[] = [];
  const settle = (): void => {
    const isFirm = group.filter(({ word }) => LETTER.test(word.text)).length >= FIRM_WORDS;
    if (isFirm) for (const pair of group) firm.add(pair);
  };
  for (const pair of pairs) {
    if (!isBeside(pair, group.at(-1))) {
      settle();
      group = [];
    }
    group.push(pair);
  }
  settle();
  return firm;
}

/** Whether two words stand as close to each other in the text as in the quotation, with one other between them at most. */
function isBeside(one: Pair, two: Pair | undefined): boolean {
  if (two === undefined) return false;
  const apart = Math.abs(two.own - one.own);
  return apart <= 2 && apart === Math.abs(two.other - one.other);
}
