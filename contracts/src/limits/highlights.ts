// Limits of highlights and their notes.

/** Characters of a highlighted quotation: some 1,200 words; more than that is a copy of the article. */
export const QUOTE_CHARS = 8000;

/** Characters of the text before and after a quotation that are kept at most: they tell equal words apart. */
export const CONTEXT_CHARS = 1000;

/** Characters of a note on a highlight, as of the notes on a link. */
export const HIGHLIGHT_NOTE_CHARS = 10_000;

/** The furthest place in a text: a page has 5 MiB at most. */
export const TEXT_PLACE = 2 ** 31 - 1;

/** Highlights of one link: many times what people mark in a book; all of them are one answer and one painting. */
export const HIGHLIGHTS_PER_LINK = 1000;

/** Highlights of one account, so that a program in a loop can't fill the disk. */
export const HIGHLIGHTS_PER_ACCOUNT = 50_000;

/** Highlights on one page of the list of all, when the caller names no size, and at most. */
export const HIGHLIGHT_PAGE_SIZE = 30;
export const HIGHLIGHT_PAGE_SIZE_MAX = 100;

/** Words of a search among highlights: each is a condition of one query. */
export const HIGHLIGHT_SEARCH_WORDS = 10;
