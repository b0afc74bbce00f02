/** Limits that only the links service knows, with units and reasons. */

/**
 * Events of one bulk command that are appended at the same time. The server syncs one after the other: more would only wait
 * there, together with other commands.
 */
export const APPENDS_IN_FLIGHT = 32;

/** Mails whose links are saved at the same time. */
export const MAILS_AT_ONCE = 8;

/**
 * Attempts without a pause to save a link of a mail that others change at the same time, each with many rounds. After them
 * the mail waits for the queue's backoff.
 */
export const SAVE_TRIES = 5;

/** Milliseconds before a mail whose links could not be saved is retried, without a limit on retries: it was accepted. */
export const MAIL_BACKOFF_MS = [500, 2000, 10_000, 30_000];

/** Mails of a sender that are compared to find links of a footer: at most, and at least. */
export const FOOTER_MAILS = { most: 10, fewest: 5 } as const;

/** Last saved links in whose events those mails are searched: some mails have many links. */
export const FOOTER_LINKS = 40;

/** Events of one link in which those mails are searched. */
export const FOOTER_EVENTS = 20;

/** Milliseconds after which the mail of a killed worker is redelivered. */
export const MAIL_SILENT_MS = 3000;

/** Milliseconds between two purges of deleted links: minutes do not matter after 30 days. */
export const PURGE_EVERY_MS = 10 * 60_000;

/** Milliseconds between two sweeps of pictures: each reads the list of all pictures, and all links. */
export const SWEEP_EVERY_MS = 60 * 60_000;

/** Milliseconds by which the clocks of replicas may differ: no replica may restore what another one erases. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Links that one call erases at most, and the milliseconds after which it starts no further one. */
export const ERASE_LINKS = 500;
export const ERASE_MS = 2000;

/** Deleted links in which a search looks for its words, the last deleted first. */
export const DELETED_SEARCHED = 5000;

/** Milliseconds between two looks for reminders whose time has come: people choose hours, not seconds. */
export const REMIND_EVERY_MS = 30_000;

/** Reminders that one look makes due; the next one goes on. */
export const REMINDERS_AT_ONCE = 500;

/** Links purged with one query. */
export const PURGE_LINKS = 500;

/** Milliseconds between two searches for links whose weekly check is due. */
export const CHECK_EVERY_MS = 10 * 60_000;

/** Milliseconds of the week whose links are submitted together: after a long pause they are submitted in slices. */
export const CHECK_SLICE_MS = 6 * 3600_000;

/** Users whose links one such query looks up. */
export const CHECK_USERS = 500;

/** Links per query, when an operator has pages refetched. */
export const REFETCH_LINKS = 1000;

/** Milliseconds for which a page is not refetched again, however often the operator requests it. */
export const REFETCH_PAUSE_MS = 60 * 60_000;

/** Links that a rule is tried with between two queries, when it is applied to the past: a few milliseconds of work. */
export const RULE_ROWS = 2000;

/** Texts of copies that are read at the same time for it. */
export const RULE_TEXTS_TOGETHER = 32;

/** Events in the lives of links that rules are tried with at the same time. */
export const RULES_AT_ONCE = 8;

/** Milliseconds after which an event of a killed worker is redelivered to the queue of rules. */
export const RULES_SILENT_MS = 5000;

/** Milliseconds before rules are tried again after a failure, and how often: a part of the system may be away. */
export const RULES_BACKOFF_MS = [500, 2000, 10_000, 60_000];
export const RULES_ATTEMPTS = 30;

/** Milliseconds after which rules look again whether the tables show an event. */
export const RULES_LAG_MS = 500;
