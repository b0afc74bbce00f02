import type { Search, Term } from "./query.ts";
import { inHumps, joined, stemLexeme, stemsOf, withSpaces, wordsOf } from "./words.ts";

/** A word of a search. */
export interface Word {
  /** As it is written, folded. */
  readonly word: string;
  /** What words with the same stem in a language are indexed as. */
  readonly forms: readonly string[];
}

/** A term in the ways that it may be written: words in a row, of which one way must be found. */
export interface TermWays {
  readonly ways: readonly (readonly Word[])[];
  readonly prefix: boolean;
  /** The only field in which it counts. */
  readonly field?: Term["field"];
}

/** A search and its words, folded, split and stemmed like those of texts. */
export interface Terms {
  readonly search: Search;
  readonly wanted: readonly TermWays[];
  readonly unwanted: readonly TermWays[];
  readonly groups: readonly TermGroup[];
}

/** A group of a search, with the words of its searches. */
export interface TermGroup {
  readonly any: readonly Terms[];
  readonly not: boolean;
}

// A stem is indexed for other words, and may be a word itself.
export const wordOf = (word: string): Word => ({
  word,
  forms: stemsOf(word).flatMap((stem) => [stemLexeme(stem), stem]),
});

/** The spellings of a term: hyphenated parts as separate words, and as one word; camelCase in its parts. */
function waysOf({ text, ...term }: Term): TermWays {
  const spellings = [withSpaces(text), joined(text), inHumps(withSpaces(text))];
  const ways = new Map(spellings.map((spelling) => wordsOf(spelling)).map((words) => [words.join(" "), words]));
  return { ways: [...ways.values()].filter((words) => words.length > 0).map((words) => words.map(wordOf)), ...term };
}

export const termsOf = (search: Search): Terms => ({
  search,
  wanted: search.wanted.map(waysOf),
  unwanted: search.unwanted.map(waysOf),
  groups: search.groups.map(({ any, not }) => ({ any: any.map(termsOf), not })),
});

/** All terms that a link may be found by, those in groups too. */
export const soughtTerms = ({ wanted, groups }: Terms): readonly TermWays[] => [
  ...wanted,
  ...groups.flatMap(({ any, not }) => (not ? [] : any.flatMap(soughtTerms))),
];

/** Letters that may replace or extend a letter in similar words, besides those of the word itself. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Shorter words are similar to too many others; longer ones are not typed by people. */
const NEAR_LETTERS = 4;
const NEAR_LETTERS_MAX = 30;

/**
 * All words at an edit distance of one: a letter added, missing or replaced, or two exchanged (Damerau, "A technique for
 * computer detection and correction of spelling errors", 1964). In a word of {@link NEAR_LETTERS} letters the first letter
 * is assumed to be right.
 */
export function nearWords(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < NEAR_LETTERS || letters.length > NEAR_LETTERS_MAX) return [];
  const near = new Set<string>();
  const alphabet = new Set([...Array.from(LETTERS), ...letters]);
  for (let at = letters.length === NEAR_LETTERS ? 1 : 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join("");
    const [first = "", second = ""] = letters.slice(at);
    const after = letters.slice(at + 1).join("");
    if (first !== "") near.add(before + after);
    if (second !== "") near.add(before + second + first + letters.slice(at + 2).join(""));
    for (const letter of alphabet) {
      near.add(before + letter + first + after);
      if (first !== "") near.add(before + letter + after);
    }
  }
  near.delete(word);
  return [...near];
}
