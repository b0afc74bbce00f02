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
}

/** The words of a search. */
export interface Terms {
  readonly wanted: readonly TermWays[];
  readonly unwanted: readonly TermWays[];
}

// A stem is what other words are indexed as, and at times a word of its own.
export const wordOf = (word: string): Word => ({
  word,
  forms: stemsOf(word).flatMap((stem) => [stemLexeme(stem), stem]),
});

/** The ways to write a term: as separate words; one word for what hyphens hold together; camelCase in its parts. */
function waysOf({ text, prefix }: Term): TermWays {
  const spellings = [withSpaces(text), joined(text), inHumps(withSpaces(text))];
  const ways = new Map(spellings.map((spelling) => wordsOf(spelling)).map((words) => [words.join(" "), words]));
  return { ways: [...ways.values()].filter((words) => words.length > 0).map((words) => words.map(wordOf)), prefix };
}

/** The words of a search, folded, split and stemmed as those of texts are. */
export const termsOf = ({ wanted, unwanted }: Search): Terms => ({
  wanted: wanted.map(waysOf),
  unwanted: unwanted.map(waysOf),
});

/** Letters that take part in near words besides those of the word itself. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** A shorter word is near too many others; a longer one is none that people type. */
const NEAR_LETTERS = 4;
const NEAR_LETTERS_MAX = 30;

/**
 * All words that are one slip away: a letter too many, one that lacks, another one, or two that changed places
 * (Damerau, "A technique for computer detection and correction of spelling errors", 1964). Of a word of
 * {@link NEAR_LETTERS} letters the first one is taken to be right.
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
