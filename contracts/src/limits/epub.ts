// Limits of the books that e-readers get.

/** Articles of one book, the newest of its list: as many as are read in a month, and made within some seconds. */
export const EPUB_ARTICLES = 50;

/** Links of a list among which a book looks for those that have an article. */
export const EPUB_LINKS = 500;

/** Days of a list of what was saved lately, at most: a year. */
export const EPUB_DAYS_MAX = 366;

/** Books of one page of the catalogue: e-readers show some ten at a time, and load the next page by themselves. */
export const OPDS_PAGE_SIZE = 50;

/** Folders or tags that the catalogue lists. */
export const OPDS_NAVIGATION = 1000;

/** Entries of one page for an app of wallabag, unless asked for more or less, and at most. */
export const WALLABAG_PAGE_SIZE = 30;
export const WALLABAG_PAGE_SIZE_MAX = 500;

/** Seconds after which such an app signs in again. What it signed in with, an API token, goes on. */
export const WALLABAG_SECONDS = 3600;
