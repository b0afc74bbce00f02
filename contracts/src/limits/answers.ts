// Limits of mails that services have sent to an account, and of answers by mail (decision 91).

/** Seconds for which a reply to an answer acts: as long as a deletion can be undone. */
export const REPLY_SECONDS = 30 * 24 * 3600;

/** Seconds after which a mail is not answered any more: its sender has moved on, and a backlog must not become a flood. */
export const ANSWER_SECONDS = 24 * 3600;

/** Lines of commands that are read in one mail. */
export const MAIL_COMMANDS = 10;

/** Characters of a note, of a folder's name and of words to search for, as a command by mail has them. */
export const MAILED_NOTE_CHARS = 2000;
export const MAILED_WORDS_CHARS = 300;

/** Links in the answer to a search: as many as are read on a phone. */
export const MAILED_RESULTS = 10;

/** Answers to mails of one account in an hour: many in a conversation by hand, and the end of any loop (RFC 3834 section 2). */
export const ANSWERS_PER_HOUR = 20;

/** Mails that an account gets by a schedule in a day: a digest, and some reminders. */
export const SCHEDULED_MAILS_PER_DAY = 10;

/** Characters of a subject of such a mail: mail programs show about half of it. */
export const SENT_SUBJECT_CHARS = 200;

/** Characters of its plain text, and of the HTML of its content. As JSON, both fit into a message of the bus (1 MiB). */
export const SENT_TEXT_CHARS = 100_000;
export const SENT_HTML_CHARS = 230_000;

/** Message-IDs that an answer refers to: that of the mail, and those it named itself (RFC 5322 section 3.6.4). */
export const SENT_REFERENCES = 20;
