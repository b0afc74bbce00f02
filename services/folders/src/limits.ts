/** Limits that only the folders service knows, with units and reasons. */

/** Milliseconds between two purges of deleted folders: minutes do not matter after 30 days. */
export const PURGE_EVERY_MS = 10 * 60_000;

/** Users whose folders are purged with one query. */
export const PURGE_USERS = 100;

/** Purges whose events are erased at the same time: each reads one tree's events. */
export const ERASURES_AT_ONCE = 2;

/** Milliseconds after which the erasure of a killed worker is redelivered. */
export const ERASURE_SILENT_MS = 5000;

/** Milliseconds before a failed erasure is retried, without a limit on retries: users were promised it. */
export const ERASURE_BACKOFF_MS = [500, 5000, 60_000];
