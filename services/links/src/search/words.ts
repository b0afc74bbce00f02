import { type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import type { Search, Term } from "./query.ts";

/** A word of a search. */
export interface Word {
  /** As it is written. */
  readonly word: string;
  /** What words with the same stem in a language are filed under. */
  readonly forms: readonly string[];
}

/** A term in the ways that it may be written: words in a row, of which one way must be found. */
export interface Lexemes {
  readonly ways: readonly (readonly Word[])[];
  readonly prefix: boolean;
}

/** The words of a search, looked up. */
export interface Vocabulary {
  readonly wanted: readonly Lexemes[];
  readonly unwanted: readonly Lexemes[];
}

const HOLDS_TOGETHER = /[-_'’]/g;
const HUMP = /([\p{Ll}\p{Nd}])(\p{Lu})/gu;

/** The ways to write a term: as separate words; one word for what hyphens hold together; camelCase in its parts. */
function waysOf({ text }: Term): string[] {
  const lower = text.toLowerCase();
  return [
    ...new Set([
      lower.replace(HOLDS_TOGETHER, " "),
      lower.replace(HOLDS_TOGETHER, ""),
      text.replace(HOLDS_TOGETHER, " ").replace(HUMP, "$1 $2").toLowerCase(),
    ]),
  ];
}

/** Looks the words of a search up: folded, split and stemmed as the texts were. */
export async function readWords(db: Kysely<LinksTables>, { wanted, unwanted }: Search): Promise<Vocabulary> {
  const terms = [...wanted, ...unwanted].map((term) => ({ term, ways: waysOf(term) }));
  const found = await formsOf(
    db,
    terms.flatMap(({ ways }) => ways),
  );
  let next = 0;
  const lexemes = terms.map(({ term, ways }) => ({
    ways: ways.map(() => found[next++] ?? []).filter((words) => words.length > 0),
    prefix: term.prefix,
  }));
  return { wanted: lexemes.slice(0, wanted.length), unwanted: lexemes.slice(wanted.length) };
}

/** For each text the words that it consists of, in their order. */
async function formsOf(db: Kysely<LinksTables>, given: readonly string[]): Promise<Word[][]> {
  const words: Word[][] = given.map(() => []);
  if (given.length === 0) return words;
  const { rows } = await sql<Word & { n: number }>`
    select text.n::int as n, filed.lexeme as word,
      array(select lexeme from unnest(links.search_forms(filed.lexeme))) as forms
    from unnest(${[...given]}::text[]) with ordinality as text(given, n),
      unnest(to_tsvector('links.search_exact', links.search_words(text.given))) as filed, unnest(filed.positions) as place
    order by text.n, place`.execute(db);
  for (const { n, word, forms } of rows) {
    const stems = forms.filter((form) => form.startsWith("~"));
    // A stem is what other words are filed under, and at times a word of its own.
    const found = stems.length === 0 ? [word, `~${word}`] : stems.flatMap((stem) => [stem, stem.slice(1)]);
    words[n - 1]?.push({ word, forms: found });
  }
  return words;
}

/** Letters that take part in near words besides those of the word itself. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** A shorter word is near too many others; a longer one is none that people type. */
const NEAR_LETTERS = 4;
const NEAR_LETTERS_MAX = 30;
/** Links that are looked through for near words. */
const NEAR_LINKS = 50;

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

/**
 * The same search with near words in the place of those that none of the user's links has.
 * @param known which of some words the user's links have, looking at so many links
 * @returns undefined where there is nothing to try
 */
export async function withNearWords(
  db: Kysely<LinksTables>,
  vocabulary: Vocabulary,
  known: (words: readonly string[], links: number) => Promise<string[]>,
): Promise<Vocabulary | undefined> {
  let changed = false;
  const wanted = await Promise.all(
    vocabulary.wanted.map(async (lexemes) => {
      const [[word, ...more] = []] = lexemes.ways;
      if (word === undefined || more.length > 0) return lexemes;
      if ((await known([word.word, ...word.forms], 1)).length > 0) return lexemes;
      const near = await known(nearWords(word.word), NEAR_LINKS);
      if (near.length === 0) return lexemes;
      changed = true;
      return { ways: await formsOf(db, near), prefix: false };
    }),
  );
  return changed ? { ...vocabulary, wanted } : undefined;
}
