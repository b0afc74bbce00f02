// Limits of notifications by Web Push (decision 94).

/** Characters of the address of a browser's push service: theirs have some 200. */
export const PUSH_ENDPOINT_CHARS = 1000;

/** Characters of a title in a notification: what fits beside its sentence into a message of 4 kB, the least a push service takes. */
export const NOTICE_TITLE_CHARS = 200;

/** Seconds for which a push service keeps a notification for a device that is away. */
export const NOTICE_SECONDS = 24 * 3600;
