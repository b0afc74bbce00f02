// Limits of webhooks (decision 86).

/** Webhooks of one account: each event is sent to all of them. */
export const WEBHOOKS_PER_USER = 5;

/** Webhooks that one account may make in an hour: done by hand; each causes a mail. */
export const WEBHOOKS_PER_HOUR = 20;

/** Tests and replays of one account in an hour: done by hand, and each is a request to an address of its choice. */
export const WEBHOOK_SENDS_PER_HOUR = 60;

/** Octets of the random secret with which a webhook is signed (Standard Webhooks: 24 to 64). */
export const WEBHOOK_SECRET_BYTES = 32;

/**
 * Deliveries of one webhook that may wait. Events beyond are not sent to it, which its log says: a receiver that is down, or
 * a change of thousands of links, would otherwise fill the bus.
 */
export const WEBHOOK_BACKLOG = 1000;

/** Milliseconds for one attempt, from looking up the name to the end of the answer. */
export const WEBHOOK_ATTEMPT_MS = 10_000;

/**
 * Seconds between a failed attempt and the next one: the schedule of Standard Webhooks, over three days. Each is longer by
 * up to a tenth, at random.
 */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Days in which every attempt failed, after which a webhook is paused and its owner is told by mail. */
export const WEBHOOK_FAILING_DAYS = 5;

/** Attempts in the log of a webhook, the newest, and the days for which they are kept: they hold what was sent. */
export const WEBHOOK_LOG_ATTEMPTS = 100;
export const WEBHOOK_LOG_DAYS = 7;

/** Octets of an answer that are read, and shown in the log as text. */
export const WEBHOOK_ANSWER_BYTES = 500;

/** Characters of each text in a payload (description, notes, quotation): receivers expect less than 20 kB. */
export const WEBHOOK_TEXT_CHARS = 2000;
