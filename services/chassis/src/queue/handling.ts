/**
 * How handling one message ended: `done`, to be retried after so many milliseconds, or deferred for so many because its turn
 * has not come: that was no attempt, and is not counted.
 */
export type Handling = "done" | Wait;

type Wait = { readonly retryIn: number } | { readonly deferFor: number };

/** After how many milliseconds a message is to be handed out again, and what metrics call it. */
export const waitOf = (wait: Wait): { outcome: "retried" | "deferred"; milliseconds: number } =>
  "retryIn" in wait
    ? { outcome: "retried", milliseconds: wait.retryIn }
    : { outcome: "deferred", milliseconds: wait.deferFor };

/**
 * Messages of one queue that were handed out and not acknowledged yet. Those that wait for their next attempt or were deferred
 * count too, up to a day: fewer would let pages that are away keep others waiting.
 */
export const MAX_UNACKNOWLEDGED = 100_000;

/** Milliseconds before an event is handed out again that only a newer program can read: another replica may be one. */
export const NEWER_MS = 2000;
