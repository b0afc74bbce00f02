/** Limits that only the folders service knows, with units and reasons. */

/** Milliseconds between two looks for deleted folders that can't be restored any more: minutes are nothing to 30 days. */
export const PURGE_EVERY_MS = 10 * 60_000;

/** Users whose folders are given up with one look. */
export const PURGE_USERS = 100;

/** Purges whose events are erased at the same time: each reads one tree's events. */
export const ERASURES_AT_ONCE = 2;

/** A killed worker's erasure is with another after this many milliseconds. */
export const ERASURE_SILENT_MS = 5000;

/** Milliseconds before an erasure that failed is tried again; for ever, since it was promised. */
export const ERASURE_BACKOFF_MS = [500, 5000, 60_000];
