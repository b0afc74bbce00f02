/** The titles of a row of `links.links`. */
type Titles = Readonly<Record<"own_title" | "page_title" | "suggested_title" | "url_title", string | null>>;

/** The title that is shown of a link, as SQL over its row: the owner's, the page's, the mail's, or one made of the address. */
export const SHOWN_TITLE = "coalesce(own_title, page_title, suggested_title, url_title)";

/** The same in TypeScript. */
export const shownTitle = (row: Titles): string | null =>
  row.own_title ?? row.page_title ?? row.suggested_title ?? row.url_title;
