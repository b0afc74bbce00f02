/**
 * Limits of making a copy. Those that other parts share are in contracts under the same names, and a test compares them:
 * a worker thread that loaded all of the contracts' schemas would start slower.
 */

/** Octets of a text, in UTF-8, that is searched. */
export const COPY_TEXT_BYTES = 900 * 1024;
