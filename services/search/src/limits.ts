/** Limits that only the search service knows, with units and reasons. */

/** Known words that a beginning stands for in the index: each is one look-up there. More of them are common in any archive. */
export const PREFIX_WORDS = 64;

/** Known words that a word with a typing error, or a part of compounds, stands for. */
export const NEAR_WORDS = 20;

/** Letters of a word that is looked for within compounds: a shorter one is within too many that have nothing to do with it. */
export const PART_LETTERS = 4;

/** Links of a list that is gone through rather than asked for in the index: that takes a few milliseconds. */
export const SHORT_LIST = 500;

/** Milliseconds between two looks for accounts with words that no link may have any more. */
export const SWEEP_EVERY_MS = 3600_000;

/** Words that are looked up in one transaction of a sweep: the tables of the partition wait for it. */
export const SWEEP_WORDS = 500;

/** Accounts that are read with one look. */
export const SWEEP_ACCOUNTS = 100;
