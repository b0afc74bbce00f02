import { positiveTerms, type TermGroup, type Terms, type TermSpellings, type Word } from "./terms.ts";
import { quoted, siteName, tagName } from "./vectors.ts";

/** A search as `tsquery` in text form (PostgreSQL manual, 8.11.2). */
export interface Queries {
  /** The conditions that the index can answer; undefined when there are none. */
  readonly indexed: string | undefined;
  /** The rest of the conditions; undefined when `indexed` has all. */
  readonly further: string | undefined;
  /** All conditions; undefined when the search has none on words. */
  readonly whole: string | undefined;
  /** For ranking: queries for any of the words exactly, in other forms, and as beginnings. */
  readonly ranks: readonly string[];
  /** The groups with conditions on a link's row. */
  readonly mixed: readonly TermGroup[];
}

/** The account's words that begin with a word; undefined when there are too many to list. */
export type WordsBeginning = (word: string) => readonly string[] | undefined;

const any = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" | ")})`);
const all = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(" & "));

/** The weights of the fields that a term can be limited to (`vectors.ts`). */
const FIELD_WEIGHTS = { title: "A", note: "D" } as const;

function termQuery({ spellings, prefix, field }: TermSpellings, beginning?: WordsBeginning): string {
  const weight = field === undefined ? "" : FIELD_WEIGHTS[field];
  const lexeme = (word: string, isPrefix = false): string =>
    weight === "" && !isPrefix ? quoted(word) : `${quoted(word)}:${isPrefix ? "*" : ""}${weight}`;
  const wordQuery = ({ word, forms }: Word, isPrefix: boolean): string => {
    const known = isPrefix ? beginning?.(word) : [];
    return any([
      ...[...new Set([word, ...forms, ...(known ?? [])])].map((each) => lexeme(each)),
      ...(known === undefined ? [lexeme(word, true)] : []),
    ]);
  };
  const inRow = (words: readonly Word[]): string =>
    words.map((word, n) => wordQuery(word, prefix && n === words.length - 1)).join(" <-> ");
  return `(${any(spellings.map((words) => `(${inRow(words)})`))})`;
}

/** Whether a term needs no search for a beginning, or all words with that beginning are known. */
const isListable = ({ spellings, prefix }: TermSpellings, beginning: WordsBeginning): boolean =>
  !prefix || spellings.every((words) => beginning(words.at(-1)?.word ?? "") !== undefined);

const filterLexemes = ({ search: { tags, sites } }: Terms): { readonly name: string; readonly not: boolean }[] => [
  ...tags.map(({ value, not }) => ({ name: quoted(tagName(value)), not })),
  ...sites.map(({ value, not }) => ({ name: quoted(siteName(value)), not })),
];

/** Whether a search can match: every term has at least one word. */
export const canMatch = ({ search, wanted }: Terms): boolean =>
  !search.nothing && wanted.every(({ spellings }) => spellings.length > 0);

/** Whether a search has only words, tags and sites. */
function isOfWords(terms: Terms): boolean {
  const { favorite, visited, gone, duplicate, from, until, folders } = terms.search;
  const isPlain = [favorite, visited, gone, duplicate, from, until].every((each) => each === undefined);
  return (
    isPlain &&
    folders.length === 0 &&
    canMatch(terms) &&
    terms.unwanted.every(({ spellings }) => spellings.length > 0) &&
    terms.groups.every((group) => group.any.every(isOfWords))
  );
}

/** Whether the index can find the matches of a search without a scan of all links. */
const isIndexed = (terms: Terms, beginning: WordsBeginning): boolean =>
  positiveTerms(terms).every((term) => isListable(term, beginning)) &&
  (terms.wanted.length > 0 ||
    filterLexemes(terms).some(({ not }) => !not) ||
    terms.groups.some(({ any, not }) => !not && any.every((each) => isIndexed(each, beginning))));

/**
 * The queries of a search. The index finds whole words only: a beginning of few words is replaced by these words, any other
 * is checked on the links that the rest of the search finds.
 */
export function queriesOf(terms: Terms, beginning: WordsBeginning): Queries {
  const { wanted, unwanted, groups } = terms;
  const names = filterLexemes(terms);
  const mixed = groups.filter(({ any }) => !any.every(isOfWords));
  const ofWords = groups.filter((group) => !mixed.includes(group));
  const groupQuery = (group: TermGroup): string => any(group.any.map((each) => `(${wholeQuery(each, beginning)})`));
  const refused = [
    ...unwanted.filter(({ spellings }) => spellings.length > 0).map((term) => termQuery(term)),
    ...names.filter(({ not }) => not).map(({ name }) => name),
    ...ofWords.filter(({ not }) => not).map((group) => `(${groupQuery(group)})`),
  ].map((query) => `!${query}`);
  const demanded = names.filter(({ not }) => !not).map(({ name }) => name);
  const named = wanted.filter((term) => isListable(term, beginning));
  const demandedGroups = ofWords.filter(({ not }) => !not);
  const indexedGroups = demandedGroups.filter((group) => group.any.every((each) => isIndexed(each, beginning)));
  const found = [...named.map((term) => termQuery(term, beginning)), ...demanded, ...indexedGroups.map(groupQuery)];
  const others = [
    ...wanted.filter((term) => !named.includes(term)).map((term) => termQuery(term, beginning)),
    ...demandedGroups.filter((group) => !indexedGroups.includes(group)).map(groupQuery),
  ];
  const sought = positiveTerms(terms);
  const words = sought.flatMap(({ spellings }) => spellings.flat());
  const beginnings = sought.flatMap(({ prefix, spellings }) =>
    prefix ? spellings.map((way) => way.at(-1)?.word ?? "") : [],
  );
  return {
    indexed: found.length === 0 ? undefined : all([...found, ...refused]),
    further: all(others),
    whole: all([...found, ...others, ...refused]),
    ranks: [
      words.map(({ word }) => quoted(word)),
      words.flatMap(({ forms }) => forms.map(quoted)),
      beginnings.map((word) => `${quoted(word)}:*`),
    ].flatMap((parts) => (parts.length === 0 ? [] : [any([...new Set(parts)])])),
    mixed,
  };
}

/** All conditions on words. A search that {@link isOfWords} always has one. */
const wholeQuery = (terms: Terms, beginning: WordsBeginning): string => queriesOf(terms, beginning).whole ?? "";
