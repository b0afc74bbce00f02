import { SEARCH_ITEMS } from "./limits/index.ts";

/** Filters that a search can name (docs/api/search.md). */
const SEARCH_FILTERS = [
  "tag",
  "site",
  "in",
  "is",
  "title",
  "note",
  "text",
  "highlight",
  "lang",
  "kept",
  "read",
  "saved",
  "after",
  "before",
] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];

/** Values of `is:`. Synonyms are in {@link searchFlag}. */
export const SEARCH_FLAGS = [
  "fav",
  "unvisited",
  "visited",
  "broken",
  "duplicate",
  "unfiled",
  "untagged",
  "long",
  "due",
  "reminder",
  "imported",
] as const;
type SearchFlag = (typeof SEARCH_FLAGS)[number];

/** The values of filters that have a few: `kept:yes`, `read:part`. */
export const FILTER_VALUES = { kept: ["yes", "no"], read: ["yes", "no", "part"] } as const;
type ValueFilter = keyof typeof FILTER_VALUES;

/** A word, phrase or filter of a search, with its position in the typed text. */
export interface SearchItem {
  readonly kind: "item";
  /** Offsets in UTF-16 units: of its first one, and behind its last one. */
  readonly start: number;
  readonly end: number;
  /** It is negated. */
  readonly not: boolean;
  readonly name?: SearchFilter;
  /** Without quotes and outer spaces; "" for a filter that has no value yet. */
  readonly value: string;
  readonly quoted: boolean;
}

/** A part of a search: an item, `or` between two of them, or a bracket. */
export type SearchToken =
  | SearchItem
  | { readonly kind: "or" | "close"; readonly start: number; readonly end: number }
  | { readonly kind: "open"; readonly start: number; readonly end: number; readonly not: boolean };

// The alternatives begin with different characters, so the expression never backtracks.
const ITEM = new RegExp(`(-?)(?:(${SEARCH_FILTERS.join("|")}):)?(?:"([^"]*)(?:"|$)|([^\\s"]*))`, "iy");

/** The length of a word up to the bracket that closes one opened before it. */
function lengthInBrackets(word: string): number {
  let open = 0;
  for (let at = 0; at < word.length; at++) {
    if (word[at] === "(") open++;
    else if (word[at] === ")" && open-- === 0) return at;
  }
  return word.length;
}

/**
 * Parses a search. Every text is one, so it never fails.
 *
 *     search  = all *( "or" all )
 *     all     = *( item / ["-"] "(" search ")" )
 *     item    = ["-"] [ filter ":" ] ( phrase / word )
 *     phrase  = DQUOTE *( any character but DQUOTE ) ( DQUOTE / end of the search )
 *     word    = 1*( any character but space and DQUOTE )
 *
 * A bracket that is not closed ends with the search. One that closes nothing, and `or` with nothing before or behind
 * it, are words.
 */
export function searchTokens(q: string): SearchToken[] {
  const tokens: SearchToken[] = [];
  let depth = 0;
  for (let at = 0; at < q.length; ) {
    const start = at;
    const opening = /^-?\(/.exec(q.slice(at, at + 2))?.[0];
    if (/\s/.test(q.charAt(at))) at++;
    else if (opening !== undefined) {
      depth++;
      tokens.push({ kind: "open", start, end: (at += opening.length), not: opening.length > 1 });
    } else if (q.charAt(at) === ")" && depth > 0) {
      depth--;
      tokens.push({ kind: "close", start, end: ++at });
    } else {
      ITEM.lastIndex = at;
      const [whole = "", minus = "", name, phrase, word = ""] = ITEM.exec(q) ?? [];
      const value = phrase ?? (depth === 0 ? word : word.slice(0, lengthInBrackets(word)));
      at += Math.max(phrase === undefined ? whole.length - word.length + value.length : whole.length, 1);
      tokens.push(
        phrase === undefined && name === undefined && value.toLowerCase() === "or" && minus === ""
          ? { kind: "or", start, end: at }
          : {
              kind: "item",
              start,
              end: at,
              not: minus === "-",
              ...(name === undefined ? {} : { name: name.toLowerCase() as SearchFilter }),
              value: value.trim(),
              quoted: phrase !== undefined,
            },
      );
    }
  }
  return tokens.map((token, n) => (token.kind === "or" && !isBetween(tokens, n) ? wordOf(token, q) : token));
}

/** Whether the token has an operand on both sides. */
function isBetween(tokens: readonly SearchToken[], n: number): boolean {
  const before = tokens[n - 1]?.kind;
  const behind = tokens[n + 1]?.kind;
  return (before === "item" || before === "close") && (behind === "item" || behind === "open");
}

const wordOf = ({ start, end }: SearchToken, q: string): SearchItem => ({
  kind: "item",
  start,
  end,
  not: false,
  value: q.slice(start, end),
  quoted: false,
});

/** The words, phrases and filters of a search. */
export const searchItems = (q: string): SearchItem[] => searchTokens(q).filter((token) => token.kind === "item");

/** What other programs call it. */
const FLAG_SYNONYMS: ReadonlyMap<string, SearchFlag> = new Map([
  ["favorite", "fav"],
  ["favourite", "fav"],
  ["starred", "fav"],
  ["unread", "unvisited"],
]);

/** The flag that a value of `is:` names; undefined for an unknown value. */
export function searchFlag(value: string): SearchFlag | undefined {
  const wanted = value.toLowerCase();
  return FLAG_SYNONYMS.get(wanted) ?? SEARCH_FLAGS.find((flag) => flag === wanted);
}

/** The value of such a filter; undefined for an unknown one. */
const filterValue = <N extends ValueFilter>(name: N, value: string): (typeof FILTER_VALUES)[N][number] | undefined =>
  FILTER_VALUES[name].find((known) => known === value.toLowerCase());

/** A language as copies name it, `de` or `pt-br`, in lower case; undefined where that is none (RFC 5646, section 2.1). */
const searchLanguage = (value: string): string | undefined =>
  /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value) ? value.toLowerCase() : undefined;

/** The time from the beginning of a year, month or day in UTC to the beginning of the next one. */
interface TimeSpan {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/**
 * Reads `2026`, `2026-01` or `2026-01-31`.
 * @returns undefined where that is no date
 */
function daysOf(text: string): { readonly from: Date; readonly until: Date } | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text.trim()) ?? [];
  // PostgreSQL knows no year 0.
  if (year === undefined || year === "0000") return undefined;
  const from = new Date(`${year}-${month ?? "01"}-${day ?? "01"}T00:00:00.000Z`);
  // A day that a month does not have would be one of the next month.
  if (Number.isNaN(from.getTime()) || from.getUTCDate() !== Number(day ?? 1)) return undefined;
  const until = new Date(from);
  if (day !== undefined) until.setUTCDate(until.getUTCDate() + 1);
  else if (month !== undefined) until.setUTCMonth(until.getUTCMonth() + 1);
  else until.setUTCFullYear(until.getUTCFullYear() + 1);
  return { from, until };
}

/**
 * The time of a date filter: `saved:2026-03`, `saved:2026-03..2026-05` with both months, `saved:2026..`,
 * `after:2026` and `before:2026`.
 * @returns undefined where its value is no date
 */
export function timeSpan(name: "saved" | "after" | "before", value: string): TimeSpan | undefined {
  const [first = "", last] = name === "saved" ? value.split("..", 2) : [value];
  const begin = daysOf(first);
  if (name === "after") return begin && { from: begin.from };
  if (name === "before") return begin && { until: begin.from };
  if (last === undefined) return begin;
  const end = daysOf(last);
  if ((begin === undefined && first.trim() !== "") || (end === undefined && last.trim() !== "")) return undefined;
  if (begin === undefined && end === undefined) return undefined;
  return { from: begin?.from, until: end?.until };
}

/** Why a search is invalid. */
export type SearchFault =
  | { readonly kind: "date"; readonly name: "saved" | "after" | "before" }
  | { readonly kind: "flag" }
  | { readonly kind: "value"; readonly name: ValueFilter }
  | { readonly kind: "language" }
  | { readonly kind: "tooMany" };

/** The first fault of a search; undefined when it is valid. */
export function searchFault(q: string): SearchFault | undefined {
  const tokens = searchTokens(q);
  if (tokens.filter(({ kind }) => kind === "item" || kind === "open").length > SEARCH_ITEMS) return { kind: "tooMany" };
  for (const token of tokens) {
    if (token.kind !== "item" || token.value === "") continue;
    const { name, value } = token;
    if (name === "is" && searchFlag(value) === undefined) return { kind: "flag" };
    if ((name === "kept" || name === "read") && filterValue(name, value) === undefined) return { kind: "value", name };
    if (name === "lang" && searchLanguage(value) === undefined) return { kind: "language" };
    const isOfDates = name === "saved" || name === "after" || name === "before";
    if (isOfDates && timeSpan(name, value) === undefined) return { kind: "date", name };
  }
  return undefined;
}
