/** Where the focus goes when somebody wants to search. */
export const SEARCH_BOX = "search-box";
