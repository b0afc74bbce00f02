// Limits of mails that services have sent to an account, and of answers by mail (decision 91).

/** Answers to mails of one account in an hour: many in a conversation by hand, and the end of any loop (RFC 3834 section 2). */
export const ANSWERS_PER_HOUR = 20;

/** Mails that an account gets by a schedule in a day: a digest, and some reminders. */
export const SCHEDULED_MAILS_PER_DAY = 10;

/** Characters of a subject of such a mail: mail programs show about half of it. */
export const SENT_SUBJECT_CHARS = 200;

/** Characters of its plain text, and of the HTML of its content. As JSON, both fit into a message of the bus (1 MiB). */
export const SENT_TEXT_CHARS = 100_000;
export const SENT_HTML_CHARS = 250_000;

/** Message-IDs that an answer refers to: that of the mail, and those it named itself (RFC 5322 section 3.6.4). */
export const SENT_REFERENCES = 20;
