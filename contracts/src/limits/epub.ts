// Limits of the books that e-readers get.

/** Articles of one book, the newest of its list: as many as are read in a month, and made within some seconds. */
export const EPUB_ARTICLES = 50;

/** Links of a list among which a book looks for those that have an article. */
export const EPUB_LINKS = 500;

/** Days of a list of what was saved lately, at most: a year. */
export const EPUB_DAYS_MAX = 366;
