/** Limits of the post service, beside those of the contracts. */

/** Mails that are answered at a time in one process: most of the time of each is a wait for others. */
export const ANSWERS_AT_ONCE = 4;

/** Milliseconds without a heartbeat after which a mail is given to another process. */
export const ANSWER_SILENT_MS = 15_000;

/** Milliseconds before the second and later attempts: a relay may be away for hours. */
export const ANSWER_BACKOFF_MS: readonly number[] = [2000, 10_000, 60_000, 300_000, 1_800_000];

/** Attempts before a mail is given up: with these pauses, two days, and it is answered for one. */
export const ANSWER_ATTEMPTS = 100;

/** Milliseconds before the first looks for the outcome of a mail: late enough to find titles of most pages. */
export const OUTCOME_MS = 2000;

/** Milliseconds after which the outcome of a mail is not waited for any more. */
export const OUTCOME_WAIT_MS = 3_600_000;

/** Milliseconds after its time at which a digest is not sent any more. */
export const DIGEST_LATE_MS = 18 * 3_600_000;

/** Octets of an article's HTML that is read: larger ones are lists of data, and only their address is sent. */
export const ARTICLE_BYTES = 4 * 1024 * 1024;
