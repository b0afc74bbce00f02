/**
 * The result of handling one message: `done`, to be retried after so many milliseconds, or deferred for so many, which
 * is no attempt and is not counted.
 */
export type Handling = "done" | Wait;

type Wait = { readonly retryIn: number } | { readonly deferFor: number };

/** The milliseconds until redelivery, and the outcome for metrics. */
export const waitOf = (wait: Wait): { outcome: "retried" | "deferred"; milliseconds: number } =>
  "retryIn" in wait
    ? { outcome: "retried", milliseconds: wait.retryIn }
    : { outcome: "deferred", milliseconds: wait.deferFor };

/**
 * Messages of one queue that were delivered and not acknowledged. Those that wait for their next attempt or were
 * deferred count too, up to a day: fewer would let unreachable pages block others.
 */
export const MAX_UNACKNOWLEDGED = 100_000;

/** Milliseconds before an event is handed out again that only a newer program can read: another replica may be one. */
export const NEWER_MS = 2000;
