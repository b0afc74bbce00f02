// Limits of incoming mail and of captures.

/** Octets of one mail, as announced by SIZE (RFC 1870). */
export const MAIL_BYTES = 10 * 1024 * 1024;

/** Recipients of one mail (RFC 5321 section 4.5.3.1.8: at least 100); more are answered 452, to be sent in another mail. */
export const RECIPIENTS_PER_MAIL = 100;

/**
 * Octets of one SMTP command, including its line end. RFC 5321 section 4.5.3.1.4 says 512, and the extensions offered here
 * add less than 100; a path in UTF-8 must fit as well.
 */
export const SMTP_COMMAND_BYTES = 1024;

/** Open SMTP connections of one process: each takes a socket and some memory. `SMTP_CONNECTIONS` sets another number. */
export const SMTP_CONNECTIONS = 100;

/**
 * Open SMTP connections of one client: an IPv4 address, or the /64 of an IPv6 address. A large mail provider opens a few.
 * `SMTP_CONNECTIONS_PER_CLIENT` sets another number.
 */
export const SMTP_CONNECTIONS_PER_CLIENT = 20;

/**
 * Mails that one client (an address, or a /64) may send in an hour, including refused ones, over all replicas: a provider
 * delivers mail of many users from few addresses. `SMTP_MAILS_PER_CLIENT` sets another number.
 */
export const MAILS_PER_CLIENT = 3000;

/**
 * Mails accepted from one sender address in an hour, over all replicas: twelve times as many as one every two minutes.
 * `SMTP_MAILS_PER_SENDER` sets another number.
 */
export const MAILS_PER_SENDER = 360;

/** Mails to postmaster and abuse that are forwarded in an hour, over all replicas: they must not flood a mailbox. */
export const POSTMASTER_MAILS = 60;

/** Octets of a mail to postmaster or abuse: a report with the reported mail in it. */
export const POSTMASTER_BYTES = 1024 * 1024;

/** Mails to postmaster and abuse in the outbox at most; further ones are answered 452. */
export const POSTMASTER_MAILS_KEPT = 500;

/** Seconds without a whole command before a connection is closed (RFC 5321 section 4.5.3.2.7: at least 5 minutes). */
export const SMTP_COMMAND_SECONDS = 300;

/**
 * Seconds that the text of a mail may stall (RFC 5321 section 4.5.3.2.5: 3 minutes for each block of data); each
 * {@link SMTP_DATA_RATE} octets give one more.
 */
export const SMTP_DATA_SECONDS = 180;

/**
 * Octets of a mail's text per second below which a sender counts as stalled: the slowest lines in use are twenty times as
 * fast.
 */
export const SMTP_DATA_RATE = 500;

/**
 * Octets of mails that one SMTP process holds at the same time, over all connections: six of the largest mails, or thousands
 * of ordinary ones. Parsing a mail takes about three times its size for a moment. `SMTP_MAIL_MEMORY_MB` sets another number.
 */
export const MAIL_MEMORY_BYTES = 64 * 1024 * 1024;

/** Links taken from one mail. */
export const URLS_PER_MAIL = 100;

/**
 * Milliseconds of processor time that parsing one mail may take before its worker is ended: 10 MB of HTML take 600, and a
 * small board computer is some five times as slow.
 */
export const MAIL_PARSE_CPU_MS = 5000;

/** Octets of a mail's header, and of the header of one of its parts. Postfix accepts 102,400 (header_size_limit). */
export const MAIL_HEADER_BYTES = 100 * 1024;

/** Lines of a mail's header: the work of verifying signatures grows faster than their number. */
export const MAIL_HEADER_LINES = 1000;

/** Received fields of a mail: each server on its way adds one, so more mean a loop (RFC 5321 section 6.3). */
export const MAIL_HOPS = 50;

/** MIME parts of one mail, including those of forwarded mails: a newsletter has ten, a digest a hundred. */
export const MAIL_PARTS = 500;

/** Levels of MIME parts: a forward of a forward of a newsletter has ten. */
export const MAIL_NESTING = 30;

/**
 * Seconds for which a capture is kept: long enough to look for a link that never came, and not longer, because it says who
 * mailed what and when.
 */
export const CAPTURE_SECONDS = 90 * 24 * 3600;

/** Mails on one page of captures when the caller names no size, and at most: each may name {@link URLS_PER_MAIL} links. */
export const CAPTURE_PAGE_SIZE = 20;

export const CAPTURE_PAGE_SIZE_MAX = 50;

/** Characters of a mail's subject that are kept. */
export const SUBJECT_CHARS = 300;

/** Characters of a Message-ID that are kept (RFC 5322 section 2.1.1: a line is at most 998). */
export const MESSAGE_ID_CHARS = 998;

/**
 * Nested elements of HTML: browsers stop at 512 (Chromium, WebKit), and deeper nesting is an attack. The parser's time grows
 * with the square of the depth: 100,000 took 2.5 s of processor time, 1,000 no more than one.
 */
export const HTML_NESTING = 1000;

/** Octets of a `.url`, `.webloc` or `.desktop` file: an address has 2 KB at most, and the file may contain an icon. */
export const SHORTCUT_BYTES = 64 * 1024;

/** Octets of an attached text or page that is read for links: a larger one is a document, not a shared link. */
export const ATTACHED_TEXT_BYTES = 8 * 1024;

/** Nested link wrappers (such as Safe Links) around one address: a mail that went through two companies has two. */
export const NESTED_WRAPPERS = 5;
