import { SEARCH_CHARS } from "@satchel/contracts";

/** Filters that a search can name (docs/api/search.md). */
export const FILTERS = ["tag", "site", "in", "is", "after", "before"] as const;
export type Filter = (typeof FILTERS)[number];

/** What `is:` can ask. */
export const FLAGS = ["fav", "unvisited", "visited", "broken", "duplicate"] as const;

/** Words and filters of one search at most; the server refuses more. */
const ITEMS = 30;

/** A word, phrase or filter of a search, as it stands in what was typed. */
export interface Item {
  /** Where it begins, and where what follows it does. */
  readonly start: number;
  readonly end: number;
  /** It must not hold. */
  readonly not: boolean;
  readonly name?: Filter;
  /** Without quotes; "" of a filter whose value is still to come. */
  readonly value: string;
}

// Each alternative begins with another character, so nothing is tried twice.
const ITEM = /(-?)(?:(tag|site|is|in|before|after):)?(?:"([^"]*)(?:"|$)|([^\s"]*))/giy;

/** Reads a search as the server does, except that a filter without a value is one already. */
export function itemsOf(q: string): Item[] {
  const items: Item[] = [];
  const reader = new RegExp(ITEM);
  for (let at = 0; at < q.length; ) {
    if (/\s/.test(q.charAt(at))) {
      at++;
      continue;
    }
    reader.lastIndex = at;
    const [whole = "", minus = "", name, quoted, word] = reader.exec(q) ?? [];
    const end = at + Math.max(whole.length, 1);
    const filter = name === undefined ? {} : { name: name.toLowerCase() as Filter };
    items.push({ start: at, end, not: minus === "-", ...filter, value: quoted ?? word ?? "" });
    at = end;
  }
  return items;
}

/** What is being typed: the item that the caret stands in, or right behind. */
export const itemAt = (q: string, caret: number): Item | undefined =>
  itemsOf(q).find(({ start, end }) => start < caret && caret <= end);

const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', " ")}"` : value);

/** A filter as it is written: `tag:recipes`, `in:"To read"`. */
export const filterText = (name: Filter, value: string): string => `${name}:${quoted(value)}`;

/** Puts a text in the place of an item, or at the end. Gives what the box holds then, and where the caret goes. */
export function replaceItem(q: string, item: Item | undefined, text: string): { q: string; caret: number } {
  const before = item === undefined ? q : q.slice(0, item.start);
  const after = (item === undefined ? "" : q.slice(item.end)).trimStart();
  const apart = before === "" || /\s$/.test(before) ? "" : " ";
  // A filter that lacks its value is gone on with, any other item is done.
  const head = `${before}${apart}${item?.not === true ? "-" : ""}${text}${text.endsWith(":") ? "" : " "}`;
  return { q: (head + after).slice(0, SEARCH_CHARS), caret: head.length };
}

/** Whether there is a word to look for: then the best come first, else the newest. */
export const hasWords = (q: string): boolean =>
  itemsOf(q).some(({ name, not, value }) => name === undefined && !not && /[\p{L}\p{N}]/u.test(value));

/** Why the server will refuse a search; undefined when it will not. */
export type Fault =
  | { readonly kind: "date"; readonly name: Filter }
  | { readonly kind: "tooMany"; readonly most: number };

export function faultOf(q: string): Fault | undefined {
  const items = itemsOf(q);
  if (items.length > ITEMS) return { kind: "tooMany", most: ITEMS };
  const wrong = items.find(
    ({ name, value }) => (name === "before" || name === "after") && value !== "" && !isDate(value.trim()),
  );
  return wrong?.name === undefined ? undefined : { kind: "date", name: wrong.name };
}

/** A year, a month or a day. */
function isDate(value: string): boolean {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** The tag that a search asks for, when it asks for nothing else. */
export function onlyTag(q: string): string | undefined {
  const [item, ...others] = itemsOf(q);
  return others.length === 0 && item?.name === "tag" && !item.not && item.value !== "" ? item.value : undefined;
}

/** Where the focus goes when somebody wants to search. */
export const SEARCH_BOX = "search-box";

/** Name of the parameter of `/links` that holds a search. */
const PARAMETER = "q";

/** The search that the query of `/links` names; "" for none. */
export const searchIn = (query: URLSearchParams): string => query.get(PARAMETER) ?? "";

/** The query with another search, in the same view; none where it is only space. */
export function withSearch(query: URLSearchParams, q: string): string {
  const next = new URLSearchParams(query);
  if (q.trim() === "") next.delete(PARAMETER);
  else next.set(PARAMETER, q);
  return next.size === 0 ? "" : `?${next}`;
}

/** The address of a search in all links. */
export const pathOfSearch = (q: string): string => `/links${withSearch(new URLSearchParams(), q)}`;
