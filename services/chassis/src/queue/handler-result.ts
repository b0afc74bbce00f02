/**
 * The result of handling one message: `done`, to be retried after so many milliseconds, or deferred for so many, which
 * is no attempt and is not counted.
 */
export type HandlerResult = "done" | { readonly retryIn: number } | { readonly deferFor: number };

/**
 * Messages of one queue that were delivered and not acknowledged, those that wait for their next attempt included. Such
 * a wait lasts up to a day, so with a lower limit unreachable pages would block others.
 */
export const MAX_UNACKNOWLEDGED = 100_000;

/** Milliseconds before an event that this version can't read is redelivered: a replica of a newer version may get it. */
export const NEWER_MS = 2000;
