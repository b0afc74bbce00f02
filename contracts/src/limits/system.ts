// Limits of the system as a whole: the journal, commands, calls.

/** Partitions of the journal and so of every projection. Fixed when the stream is created; kept in its metadata. */
export const PARTITIONS = 16;

/** Octets of one HTTP request body: the largest is a link with title, description and tags. */
export const BODY_BYTES = 64 * 1024;

/** Octets of one event's data. NATS allows 1 MiB a message; an event that large is a mistake. */
export const EVENT_BYTES = 256 * 1024;

/** Octets of what one answer to a command tells of things there may be any number of: the bus takes 1 MiB a message. */
export const ANSWER_BYTES = 512 * 1024;

/** Milliseconds the gateway waits for the answer to a command before it tries once more with the same id. */
export const COMMAND_MS = 5000;

/**
 * Rounds of load, decide, append before a command gives up with a conflict. Replicas of a service contend for an aggregate
 * with at least even odds for who has lost before, so nobody loses 20 in a row.
 */
export const COMMAND_ROUNDS = 20;

/**
 * Events of an aggregate, the newest first, among which a command that is sent again is looked for: what others did to one
 * link or one tree of folders while a caller waited and asked again. Each takes the bus a fraction of a millisecond.
 */
export const RECOGNISED_EVENTS = 100;

/** Characters of an `Idempotency-Key`: any program's own way to make ids fits. */
export const IDEMPOTENCY_KEY_CHARS = 200;

/** Milliseconds the gateway waits for a projection to show a command's own write; then `x-satchel-stale: 1`. */
export const READ_YOUR_WRITES_MS = 2000;

/** Open event streams of one user: tabs, windows and devices. */
export const EVENT_STREAMS_PER_USER = 20;

/**
 * Milliseconds that a start waits for each of its steps: a server that reads a large journal or recovers, a program that is
 * loaded by a busy machine. What is plainly wrong is said at once (decision 6); what is only slow comes up in this time also
 * on a machine that is fifty times slower than usual.
 */
export const START_MS = 600_000;

/** Milliseconds since 1970 up to which dates are written alike by ECMAScript (21.4.1.32) and PostgreSQL; no link is as old as 0. */
export const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");
