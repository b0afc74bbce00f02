import { SEARCH_CHARS, type SearchFilter, type SearchItem, searchItems } from "@satchel/contracts";

/** The item at the caret, or directly before it. */
export const itemAt = (q: string, caret: number): SearchItem | undefined =>
  searchItems(q).find(({ start, end }) => start < caret && caret <= end);

const quoted = (value: string): string => (/[\s"()]/.test(value) ? `"${value.replaceAll('"', " ")}"` : value);

/** The text of a filter: `tag:recipes`, `in:"To read"`. */
export const filterText = (name: SearchFilter, value: string): string => `${name}:${quoted(value)}`;

/** Replaces an item, or appends a text. @returns the new search and the position of the caret */
export function replaceItem(q: string, item: SearchItem | undefined, text: string): { q: string; caret: number } {
  const before = item === undefined ? q : q.slice(0, item.start);
  const after = (item === undefined ? "" : q.slice(item.end)).trimStart();
  const apart = before === "" || /[\s(]$/.test(before) ? "" : " ";
  // A space follows, except after a filter without a value.
  const head = `${before}${apart}${item?.not === true ? "-" : ""}${text}${text.endsWith(":") ? "" : " "}`;
  return { q: (head + after).slice(0, SEARCH_CHARS), caret: head.length };
}

/** The id of the search box. */
export const SEARCH_BOX = "search-box";

/** Name of the query parameter of a search. */
const PARAMETER = "q";

/** The search in a query; "" for none. */
export const searchIn = (query: URLSearchParams): string => query.get(PARAMETER) ?? "";

/** The query with another search in the same view; without one if it is blank. */
export function withSearch(query: URLSearchParams, q: string): string {
  const next = new URLSearchParams(query);
  if (q.trim() === "") next.delete(PARAMETER);
  else next.set(PARAMETER, q);
  return next.size === 0 ? "" : `?${next}`;
}

/** The address of a search in all links. */
export const pathOfSearch = (q: string): string => `/links${withSearch(new URLSearchParams(), q)}`;
