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
