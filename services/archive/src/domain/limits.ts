/**
 * Limits of making a copy. Those that other parts share are in contracts under the same names, and a test compares them:
 * a worker thread that loaded all of the contracts' schemas would start slower.
 */

/** Octets of a text, in UTF-8, that is searched. */
export const COPY_TEXT_BYTES = 900 * 1024;

/** Pages of a PDF whose text is read, some 4 to 8 ms of processor time each. */
export const PDF_PAGES = 500;

/** The media type of PDFs. */
export const PDF = "application/pdf";
