import type { SearchFilter } from "@satchel/contracts";
import { splitCamelCase, joined, stemLexeme, stemsOf, withSpaces, wordsOf } from "./words.ts";

/** A word of a search. */
export interface Word {
  /** Folded. */
  readonly word: string;
  /** The lexemes of words with the same stem in a language. */
  readonly forms: readonly string[];
}

/** Fields by which words can be searched. Those of copies and highlights are in tables of their own (`passages`). */
export const FIELDS = ["title", "note", "text", "highlight"] as const;
export type Field = (typeof FIELDS)[number];

/** A word or a phrase. */
export interface Term {
  /** As it was typed; of an address what the index has of it. */
  readonly text: string;
  /** The spellings that it may be written in: words in a row, of which one way must be found. */
  readonly spellings: readonly (readonly Word[])[];
  /** Whether it also matches words that begin with it: true for the last term, which may be incomplete. */
  readonly prefix: boolean;
  /** The only field in which it is searched. */
  readonly field?: Field;
}

/** A condition other than words, as it was typed. */
export interface Filter {
  readonly name: Exclude<SearchFilter, Field>;
  readonly value: string;
  /** Whether it must not hold. */
  readonly not: boolean;
}

/** A parsed search: a link must match all terms, filters and groups. */
export interface Search {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  readonly filters: readonly Filter[];
  readonly groups: readonly Group[];
}

/** A group: one of its searches must match, or with `not` none of them may. */
export interface Group {
  readonly any: readonly Search[];
  readonly not: boolean;
}

/** Search of a search and its groups. */
export type PositiveTerms = Pick<Search, "wanted" | "groups">;

/** A word with its forms: of each stem the lexeme, and the stem itself, which may be a word. */
export const wordOf = (word: string): Word => ({
  word,
  forms: stemsOf(word).flatMap((stem) => [stemLexeme(stem), stem]),
});

/** The spellings of a text: hyphenated parts as separate words and as one word, and the parts of camelCase. */
export function spellingsOf(text: string): Word[][] {
  const texts = [withSpaces(text), joined(text), splitCamelCase(withSpaces(text))];
  const distinct = new Map(texts.map(wordsOf).map((words) => [words.join(" "), words]));
  return [...distinct.values()].filter(({ length }) => length > 0).map((words) => words.map(wordOf));
}

/** All terms that are not negated, including those in groups. */
export const positiveTerms = ({ wanted, groups }: PositiveTerms): readonly Term[] => [
  ...wanted,
  ...groups.flatMap(({ any, not }) => (not ? [] : any.flatMap(positiveTerms))),
];

/** The beginnings of words among them. */
export const beginningsOf = (terms: PositiveTerms): readonly string[] =>
  positiveTerms(terms).flatMap(({ prefix, spellings }) =>
    prefix ? spellings.map((words) => words.at(-1)?.word ?? "") : [],
  );

/** Letters that may be added or replaced in similar words, besides the letters of the word. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Letters of words for which similar ones are looked up: shorter words have too many, longer ones are not typed. */
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
