/** Limits that only the search service knows, with units and reasons. */

/** Words of the account that may replace a beginning: each is one look-up in the index. */
export const PREFIX_WORDS = 64;

/** Words of the account that replace a word with a typing error; compounds of all words of a search together. */
export const NEAR_WORDS = 20;

/** Words of the account among which the near ones of a search are chosen: more are similar to words of few letters alone. */
export const NEAR_LOOKED_AT = 10_000;

/** The fewest letters of a word that is searched within compounds: shorter ones are parts of too many unrelated words. */
export const PART_LETTERS = 4;

/** Milliseconds between two sweeps of vocabularies: each looks up every word of the accounts that changed. */
export const SWEEP_EVERY_MS = 24 * 3600_000;

/** Words that one transaction of a sweep checks: the projection of the partition waits for it. */
export const SWEEP_WORDS = 500;

/** Links that are shown as related: few enough to see them all at once. */
export const RELATED_LINKS = 5;

/** Words of a link that are looked up to find related ones: each is one look-up in the index. */
export const RELATED_WORDS = 24;

/** The most links that a word of related links may have: a more frequent word says little. */
export const COMMON_LINKS = 200;

/**
 * Milliseconds between two looks for texts of copies to be filed, while the tables change: a page takes seconds to be fetched
 * and kept.
 */
export const FILE_EVERY_MS = 500;

/** The same while nothing changes: for texts that could not be read, and announcements that were lost. */
export const FILE_AGAIN_MS = 30_000;

/** Texts that are read together: each has at most `COPY_TEXT_BYTES`. */
export const FILED_AT_ONCE = 16;

/** Texts that are found at a time, of all accounts in turns: for each such look all that are due are put in order. */
export const FILED_IN_TURNS = 40 * FILED_AT_ONCE;
