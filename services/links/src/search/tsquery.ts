import type { FolderId } from "@satchel/contracts";
import { foldTag } from "../domain/tags.ts";
import type { Search } from "./query.ts";
import type { Lexemes, Vocabulary, Word } from "./words.ts";

/** Stands for the mark of a shelf or of a user in front of a word of the index; no text holds this character. */
export const MARK = "\u0001";

/** A search as PostgreSQL's `tsquery`, in text (PostgreSQL manual, 8.11.2). */
export interface Queries {
  /** What the index is asked for: words behind {@link MARK}; undefined where it can't help. */
  readonly tokens: string | undefined;
  /** All of it, for the words of a document; undefined where the words don't matter. */
  readonly whole: string | undefined;
  /** Whether a link that the index gives must be looked at again: words in a row, and what must not be there. */
  readonly needsWhole: boolean;
  /** Any of the words: as they are written, in their forms, as beginnings. Links are ordered by these. */
  readonly ranks: readonly string[];
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const any = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" | ")})`);
const all = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(" & "));

const wordQuery = ({ word, forms }: Word, prefix: boolean, mark = ""): string =>
  any([...new Set([word, ...forms])].map((form) => quoted(mark + form) + (prefix && form === word ? ":*" : "")));

function termQuery({ ways, prefix }: Lexemes, between: "<->" | "&", mark?: string): string {
  const inRow = (words: readonly Word[]): string =>
    words.map((word, n) => wordQuery(word, prefix && n === words.length - 1, mark)).join(` ${between} `);
  return any(ways.map((words) => (words.length === 1 || ways.length === 1 ? inRow(words) : `(${inRow(words)})`)));
}

/** What else a list is filtered by. */
export interface ListState {
  readonly favorite?: boolean | undefined;
  readonly visited?: boolean | undefined;
  /** Whether the page is gone. */
  readonly gone?: boolean | undefined;
  /** Whether another link of the user leads to the same page; no word tells that. */
  readonly duplicate?: boolean | undefined;
  /** Each set must hold the link's folder, where 0 is none, or must not. */
  readonly folders: readonly { readonly ids: readonly FolderId[]; readonly not: boolean }[];
}

/** The words that documents are filed under for a list's filters: one of each set must be there, or none. */
const stateWords = ({ favorite, visited, gone, folders }: ListState): { lexemes: string[]; not: boolean }[] => [
  ...(favorite === undefined ? [] : [{ lexemes: [favorite ? "!starred" : "!plain"], not: false }]),
  ...(visited === undefined ? [] : [{ lexemes: [visited ? "!visited" : "!new"], not: false }]),
  ...(gone === undefined ? [] : [{ lexemes: [gone ? "!gone" : "!there"], not: false }]),
  ...folders.map(({ ids, not }) => ({ lexemes: ids.map((id) => `!${id}`), not })),
];

/**
 * What to ask for a search whose words were looked up, in a list with these filters. The index is asked for the filters
 * only beside words, tags or sites: without them, the list has an index of its own.
 */
export function queriesOf({ tags, sites }: Search, { wanted, unwanted }: Vocabulary, state: ListState): Queries {
  const named = [
    ...tags.map(({ value, not }) => ({ lexemes: [`#${foldTag(value)}`], not })),
    ...sites.map(({ value, not }) => ({ lexemes: [`@${value}`], not })),
  ];
  const isIndexed = wanted.length > 0 || named.some(({ not }) => !not);
  const filters = isIndexed ? [...named, ...stateWords(state)] : named;
  const demanded = filters.filter(({ not }) => !not);
  const refused = [
    ...unwanted.filter(({ ways }) => ways.length > 0).map((term) => termQuery(term, "<->")),
    ...filters.filter(({ not, lexemes }) => not && lexemes.length > 0).map(({ lexemes }) => any(lexemes.map(quoted))),
  ];
  const words = wanted.flatMap(({ ways }) => ways.flat());
  const begun = wanted.filter(({ prefix }) => prefix).flatMap(({ ways }) => ways.map((way) => way.at(-1)?.word ?? ""));
  return {
    tokens: isIndexed
      ? all([
          ...wanted.map((term) => `(${termQuery(term, "&", MARK)})`),
          ...demanded.map(({ lexemes }) => any(lexemes.map((lexeme) => quoted(MARK + lexeme)))),
        ])
      : undefined,
    whole: all([
      ...wanted.map((term) => `(${termQuery(term, "<->")})`),
      ...demanded.map(({ lexemes }) => any(lexemes.map(quoted))),
      ...refused.map((query) => `!(${query})`),
    ]),
    needsWhole: refused.length > 0 || wanted.some(({ ways }) => ways.some((way) => way.length > 1)),
    ranks: [
      any([...new Set(words.map(({ word }) => quoted(word)))]),
      any([...new Set(words.flatMap(({ forms }) => forms.map(quoted)))]),
      ...(begun.length === 0 ? [] : [any([...new Set(begun.map((word) => `${quoted(word)}:*`))])]),
    ].filter((query) => query !== "()"),
  };
}
