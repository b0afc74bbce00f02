import type { Search } from "./query.ts";
import type { Terms, TermWays, Word } from "./terms.ts";
import { quoted, siteName, tagName } from "./vectors.ts";

/** A search as PostgreSQL's `tsquery`, in text (PostgreSQL manual, 8.11.2). */
export interface Queries {
  /** The part that the index answers; undefined when it can't help. */
  readonly indexed: string | undefined;
  /** The rest of the conditions; undefined when `indexed` has all. */
  readonly further: string | undefined;
  /** All conditions; undefined when the search has none on words. */
  readonly whole: string | undefined;
  /** For ranking, any of the words: exact, in other forms, as beginnings. */
  readonly ranks: readonly string[];
}

/** The account's words that begin with a word; undefined when there are too many to list. */
export type WordsBeginning = (word: string) => readonly string[] | undefined;

const any = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" | ")})`);
const all = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(" & "));

function termQuery({ ways, prefix }: TermWays, beginning?: WordsBeginning): string {
  const wordQuery = ({ word, forms }: Word, isBegun: boolean): string => {
    const known = isBegun ? beginning?.(word) : [];
    return any([
      ...[...new Set([word, ...forms, ...(known ?? [])])].map(quoted),
      ...(known === undefined ? [`${quoted(word)}:*`] : []),
    ]);
  };
  const inRow = (words: readonly Word[]): string =>
    words.map((word, n) => wordQuery(word, prefix && n === words.length - 1)).join(" <-> ");
  return `(${any(ways.map((words) => `(${inRow(words)})`))})`;
}

const isNamed = ({ ways, prefix }: TermWays, beginning: WordsBeginning): boolean =>
  !prefix || ways.every((words) => beginning(words.at(-1)?.word ?? "") !== undefined);

/**
 * The queries of a search. The index finds whole words only: a beginning with few words is replaced by these, any other is
 * checked on the links that the rest of the search finds.
 */
export function queriesOf({ tags, sites }: Search, { wanted, unwanted }: Terms, beginning: WordsBeginning): Queries {
  const names = [
    ...tags.map(({ value, not }) => ({ name: quoted(tagName(value)), not })),
    ...sites.map(({ value, not }) => ({ name: quoted(siteName(value)), not })),
  ];
  const refused = [
    ...unwanted.filter(({ ways }) => ways.length > 0).map((term) => termQuery(term)),
    ...names.filter(({ not }) => not).map(({ name }) => name),
  ].map((query) => `!${query}`);
  const demanded = names.filter(({ not }) => !not).map(({ name }) => name);
  const named = wanted.filter((term) => isNamed(term, beginning));
  const found = [...named.map((term) => termQuery(term, beginning)), ...demanded];
  const begun = wanted.filter((term) => !named.includes(term)).map((term) => termQuery(term, beginning));
  const words = wanted.flatMap(({ ways }) => ways.flat());
  const beginnings = wanted.flatMap(({ prefix, ways }) => (prefix ? ways.map((way) => way.at(-1)?.word ?? "") : []));
  return {
    indexed: found.length === 0 ? undefined : all([...found, ...refused]),
    further: all(begun),
    whole: all([...found, ...begun, ...refused]),
    ranks: [
      words.map(({ word }) => quoted(word)),
      words.flatMap(({ forms }) => forms.map(quoted)),
      beginnings.map((word) => `${quoted(word)}:*`),
    ].flatMap((parts) => (parts.length === 0 ? [] : [any([...new Set(parts)])])),
  };
}
