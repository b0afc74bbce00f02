import type { LinkRow } from "./tables.ts";

type Titles = Pick<LinkRow, "own_title" | "page_title" | "suggested_title" | "url_title">;

/** The title that a link is shown with, as SQL over its row: its owner's, its page's, its mail's, or one made from the address. */
export const SHOWN_TITLE = "coalesce(own_title, page_title, suggested_title, url_title)";

/** The same of a row that was read. */
export const shownTitle = (row: Titles): string | null =>
  row.own_title ?? row.page_title ?? row.suggested_title ?? row.url_title;
