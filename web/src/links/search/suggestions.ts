import {
  FILTER_VALUES,
  SEARCH_FLAGS,
  type SearchFilter,
  type SearchItem,
  searchItems,
  type Tag,
} from "@satchel/contracts";
import { fold } from "./fold.ts";
import { filterText } from "./syntax.ts";

/** Suggestions at most. */
const MOST = 8;

/** The filters suggested for an empty box: as many as fit on a phone; `saved:` includes `after:` and `before:`. */
const OFFERED = ["tag", "site", "in", "is", "title", "note", "text", "saved"] as const;

/** A suggestion for the search box: a filter, one with a value, or a whole search. */
export interface Suggestion {
  readonly name: SearchFilter | "recent";
  /** The text to insert; a filter without a value ends with a colon. */
  readonly text: string;
  /** The tag, folder, site, date, flag or search; "" for a filter without a value. */
  readonly value: string;
  /** Its number of links, if known. */
  readonly count?: number;
}

/** The values that can be suggested. */
export interface Sources {
  readonly tags: readonly Tag[];
  /** Names of folders. */
  readonly folders: readonly string[];
  /** Sites of links that were seen. */
  readonly sites: readonly string[];
  /** Recent searches, the newest first: for an empty box alone. */
  readonly recent: readonly string[];
  readonly now: Date;
}

/** Those that begin with the text, then those that contain it. */
export function matching<T>(all: readonly T[], textOf: (each: T) => string, typed: string): T[] {
  const wanted = fold(typed.trim());
  const begins = all.filter((each) => fold(textOf(each)).startsWith(wanted));
  const holds = all.filter((each) => !begins.includes(each) && fold(textOf(each)).includes(wanted));
  return [...begins, ...holds];
}

/** A day here, as a search names it: "2026-11-21". */
export const dayOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Recent days, months and years here: "2026-11-21", "2026-11", "2026". */
export function datesBefore(now: Date): string[] {
  const day = dayOf(now);
  const year = now.getFullYear();
  const lastMonth = dayOf(new Date(year, now.getMonth() - 1, 1));
  return [day, day.slice(0, 7), lastMonth.slice(0, 7), String(year), String(year - 1), String(year - 2)];
}

/**
 * Suggestions for the input: values of a filter; or recent searches, if there are any, and as many filters as there is room
 * for.
 */
export function suggestionsFor(item: SearchItem | undefined, sources: Sources): Suggestion[] {
  if (item === undefined) {
    const recent = sources.recent.map((q) => ({ name: "recent" as const, text: q, value: q }));
    return [...recent, ...OFFERED.map((name) => ({ name, text: `${name}:`, value: "" }))].slice(0, MOST);
  }
  const { name, value } = item;
  if (name === undefined) return [];
  return valuesOf(name, value, sources)
    .slice(0, MOST)
    .map((found) => ({ name, text: filterText(name, found.value), ...found }));
}

function valuesOf(
  name: SearchFilter,
  typed: string,
  { tags, folders, sites, now }: Sources,
): Omit<Suggestion, "name" | "text">[] {
  switch (name) {
    case "tag": {
      const byCount = tags.toSorted((a, b) => b.count - a.count);
      return matching(byCount, (tag) => tag.name, typed).map((tag) => ({ value: tag.name, count: tag.count }));
    }
    case "in":
      return matching([...new Set(folders)], String, typed).map((value) => ({ value }));
    case "site":
      return matching([...new Set(sites)], String, typed).map((value) => ({ value }));
    case "is":
      return matching(SEARCH_FLAGS, String, typed).map((value) => ({ value }));
    case "kept":
    case "read":
      return matching<string>(FILTER_VALUES[name], String, typed).map((value) => ({ value }));
    case "title":
    case "note":
    case "text":
    case "highlight":
    case "lang":
      return [];
    case "saved":
    case "before":
    case "after":
      return datesBefore(now)
        .filter((date) => date.startsWith(typed.trim()))
        .map((value) => ({ value }));
  }
}

/** Letters of a word from which similar ones are suggested: shorter words are similar to too many. */
const MEANT_FROM = 4;

/** Largest edit distance of a similar word. */
const SLIPS = 2;

/** The Levenshtein distance of two words. */
function differenceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, other));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The search with words replaced by similar ones from the user's tags and folders; undefined if there are none. */
export function meant(q: string, names: readonly string[]): string | undefined {
  const known = [...new Set(names.flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u)))];
  const similarTo = (word: string): string | undefined =>
    known
      .map((each) => ({
        each,
        difference: Math.abs(each.length - word.length) > SLIPS ? Infinity : differenceOf(word, each),
      }))
      .filter(({ difference }) => difference > 0 && difference <= SLIPS)
      .sort((a, b) => a.difference - b.difference)[0]?.each;
  const words = q.trim().split(/\s+/);
  const mended = words.map((word) => {
    const isPlain = /^[\p{L}\p{N}]+$/u.test(word) && word.length >= MEANT_FROM;
    return isPlain && !known.includes(fold(word)) ? (similarTo(fold(word)) ?? word) : word;
  });
  return mended.every((word, index) => word === words[index]) ? undefined : mended.join(" ");
}

/** Whether a search has words: then it is sorted by relevance, else by time. */
export const hasWords = (q: string): boolean =>
  searchItems(q).some(
    ({ name, not, value }) =>
      (name === undefined || name === "title" || name === "note") && !not && /[\p{L}\p{N}]/u.test(value),
  );
