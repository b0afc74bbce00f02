import { SEARCH_CHARS, type SearchFilter, type SearchItem, searchItems } from "@satchel/contracts";

/** What is being typed: the item that the caret stands in, or right behind. */
export const itemAt = (q: string, caret: number): SearchItem | undefined =>
  searchItems(q).find(({ start, end }) => start < caret && caret <= end);

const quoted = (value: string): string => (/[\s"()]/.test(value) ? `"${value.replaceAll('"', " ")}"` : value);

/** A filter as it is written: `tag:recipes`, `in:"To read"`. */
export const filterText = (name: SearchFilter, value: string): string => `${name}:${quoted(value)}`;

/** Puts a text in the place of an item, or at the end. Gives what the box holds then, and where the caret goes. */
export function replaceItem(q: string, item: SearchItem | undefined, text: string): { q: string; caret: number } {
  const before = item === undefined ? q : q.slice(0, item.start);
  const after = (item === undefined ? "" : q.slice(item.end)).trimStart();
  const apart = before === "" || /[\s(]$/.test(before) ? "" : " ";
  // A filter that lacks its value is gone on with, any other item is done.
  const head = `${before}${apart}${item?.not === true ? "-" : ""}${text}${text.endsWith(":") ? "" : " "}`;
  return { q: (head + after).slice(0, SEARCH_CHARS), caret: head.length };
}

/** Whether there is a word to look for: then the best come first, else the newest. */
export const hasWords = (q: string): boolean =>
  searchItems(q).some(
    ({ name, not, value }) =>
      (name === undefined || name === "title" || name === "note") && !not && /[\p{L}\p{N}]/u.test(value),
  );

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
