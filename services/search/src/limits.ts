/** Limits that only the search service knows, with units and reasons. */

/** Words of the account that replace a beginning: each is one look-up in the index. */
export const PREFIX_WORDS = 64;

/** Words of the account that replace a word with a typing error, or a part of compounds. */
export const NEAR_WORDS = 20;

/** Letters of a word that is searched within compounds, at least: shorter ones are parts of too many unrelated words. */
export const PART_LETTERS = 4;

/** Links of a list that is scanned without asking the index first: that takes a few milliseconds. */
export const SHORT_LIST = 500;

/** Milliseconds between two sweeps of vocabularies. */
export const SWEEP_EVERY_MS = 3600_000;

/** Words that are checked in one transaction of a sweep: the projection of the partition waits for it. */
export const SWEEP_WORDS = 500;

/** Accounts per query of a sweep. */
export const SWEEP_ACCOUNTS = 100;

/** Links that are shown as related to one: what is read at a glance. */
export const RELATED_LINKS = 5;

/** Words of a link by which related ones are looked for: each is one look-up in the index. */
export const RELATED_WORDS = 24;

/** Links of a word that is looked for in related ones, at most: what so many have says little. */
export const COMMON_LINKS = 200;
