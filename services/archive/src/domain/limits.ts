/**
 * Limits of making a copy. Those that other parts share are in contracts under the same names, and a test compares them:
 * a worker thread that loaded all of the contracts' schemas would start slower.
 */

/** Octets of a text, in UTF-8, that is searched. */
export const COPY_TEXT_BYTES = 900 * 1024;

/** Pages of a PDF whose text is read, some 4 ms of processor time each, and how many where those took too much. */
export const PDF_PAGES = 500;
export const PDF_PAGES_BARE = 20;
