// Limits of the system as a whole: the journal, commands, calls.

/** Partitions of the journal, and so of every projection. Fixed when the stream is created, in its metadata. */
export const PARTITIONS = 16;

/** Octets of one HTTP request body: the largest is a link with title, description and tags. */
export const BODY_BYTES = 64 * 1024;

/** Octets of one event's data. NATS allows 1 MiB for a message; an event that large is a bug. */
export const EVENT_BYTES = 256 * 1024;

/** Octets of a list in the answer to a command: the bus allows 1 MiB for a message. */
export const ANSWER_BYTES = 512 * 1024;

/**
 * Milliseconds after which a command without an answer is sent again with the same id: the replica that had it may have died.
 * After twice as long it is given up where no replica can be reached.
 */
export const COMMAND_MS = 5000;

/**
 * Milliseconds after which a command without an answer is given up: with a twentieth of a core, a save took 14 s. It is less
 * than the minute for which pages, and some proxies, wait.
 */
export const COMMAND_PATIENCE_MS = 30_000;

/**
 * Rounds of load, decide, append before a command fails with a conflict. When replicas compete for an aggregate, a command
 * that lost a round has at least even odds in the next one, so none loses 20 in a row.
 */
export const COMMAND_ROUNDS = 20;

/**
 * The newest events of an aggregate among which the event of a retried command is searched: more than others append to one
 * link or folder tree while a caller waits and retries. Reading one takes a fraction of a millisecond.
 */
export const RECOGNISED_EVENTS = 100;

/** Characters of an `Idempotency-Key`: ids of any usual format fit. */
export const IDEMPOTENCY_KEY_CHARS = 200;

/** Milliseconds for which the gateway waits until the tables show a command's event; then `x-satchel-stale: 1`. */
export const READ_YOUR_WRITES_MS = 2000;

/** Milliseconds for which a command waits for rows that lag behind the journal; then it is `unavailable`. */
export const ROWS_MS = 10_000;

/** Open event streams of one user: tabs, windows and devices. */
export const EVENT_STREAMS_PER_USER = 20;

/**
 * Milliseconds for which a start waits for each of its steps: a server that reads a large journal or recovers, a program
 * that a busy machine loads. Plain errors are reported at once (decision 6); what is only slow is ready within this time
 * even on a machine that is fifty times slower than usual.
 */
export const START_MS = 600_000;

/**
 * Milliseconds since 1970 up to which dates are written alike by ECMAScript (21.4.1.32) and PostgreSQL; no link is as old as
 * 0.
 */
export const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");
