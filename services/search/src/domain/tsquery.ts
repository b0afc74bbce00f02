import type { Search } from "./query.ts";
import type { Terms, TermWays, Word } from "./terms.ts";
import { quoted, siteName, tagName } from "./vectors.ts";

/** A search as PostgreSQL's `tsquery`, in text (PostgreSQL manual, 8.11.2). */
export interface Queries {
  /** What the index is asked for; undefined where it can't help. */
  readonly indexed: string | undefined;
  /** What must hold besides `indexed`; undefined where that is all of it. */
  readonly further: string | undefined;
  /** All of it; undefined where the words don't matter. */
  readonly whole: string | undefined;
  /** Any of the words: as they are written, in their forms, as beginnings. Links are ordered by these. */
  readonly ranks: readonly string[];
}

/** The known words that begin with a word; undefined where they are too many to be named, none where it is no beginning. */
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
 * What to ask for. The index finds whole words alone: a beginning that few words have is asked for by these, another one
 * is looked at in what the rest of the search finds.
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
