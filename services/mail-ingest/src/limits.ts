// Limits of the SMTP server only. Those that other services need, and those of reading a mail, are in the contracts.

/**
 * Octets of one line of a mail. RFC 5321 section 4.5.3.1.6 says 1,000; senders exceed it, and breaking a longer line as
 * Sendmail did would break its signature.
 */
export const LINE_BYTES = 16 * 1024;

/** Aligned DKIM signatures of one mail that are verified, newest first: each costs a look-up and a public-key operation. */
export const SIGNATURES_PER_MAIL = 5;

/** Characters of one DKIM signature: one by a key of 4,096 bits over many fields has about 2,000. */
export const SIGNATURE_CHARS = 8192;

/** Bits of an RSA key that signs mail (RFC 8301 section 3.2). */
export const DKIM_KEY_BITS = 1024;

/** Milliseconds for one query to one name server, and the number of attempts. */
export const DNS_QUESTION_MS = 2000;
export const DNS_TRIES = 2;

/**
 * Seconds that the time of a signature (`t=`) may be ahead of ours (RFC 6376 section 3.5): a clock that is set to another time zone is 14
 * hours off at most.
 */
export const SIGNED_AHEAD_SECONDS = 24 * 3600;

/**
 * Milliseconds by which the Date of a mail may differ from now, when it did not come from its author's domain: a server that forwards mail
 * may be down for a weekend, and a stolen signed mail must not be usable for longer.
 */
export const SENT_ON_MS = 72 * 3600 * 1000;

/** Octets of a body that are hashed in one turn of the event loop: about 3 ms. */
export const HASHED_AT_ONCE_BYTES = 256 * 1024;

/** Characters of one TXT record, and such records of one name: a key of 16,384 bits needs 2,800, a name rarely has over 20. */
export const TXT_CHARS = 8192;
export const TXT_RECORDS = 100;

/**
 * Milliseconds for checking SPF: a valid signature must not wait for a slow DNS server of the envelope's domain.
 */
export const SPF_MS = 10_000;

/** Milliseconds for authenticating the sender: SPF alone may need ten queries one after the other (RFC 7208 section 4.6.4). */
export const AUTHENTICATION_MS = 20_000;

/** Milliseconds for one read from the journal, or one append. */
export const JOURNAL_MS = 5000;

/** Milliseconds for storing the content of a mail to a secret address, of 10 MB at most, and its event. */
export const LETTER_STORE_MS = 30_000;

/**
 * Milliseconds for one of two attempts to ask the archive whether it has room for a mail. Short, because without an answer
 * the mail is taken.
 */
export const ROOM_MS = 500;

/** Milliseconds for one of two attempts to tell identity that a digest came back. */
export const BOUNCE_MS = 2000;

/** Milliseconds before another attempt to open the journal. */
export const JOURNAL_RETRY_MS = 1000;

/** Processes that read mails, at most: one takes 33 MB beside what all processes of Node share. */
export const PARSERS = 2;

/** Milliseconds without mails after which such a process is ended. The next mail waits some 200 ms for a new one. */
export const PARSER_IDLE_MS = 10_000;

/** Mails that may wait for such a process: more can't be answered in time. */
export const PARSERS_QUEUE = 500;

/** Megabytes of the heap of such a process: a mail of 10 MB needs a few times its size. */
export const PARSER_HEAP_MB = 192;

/** Refused recipients, malformed and unknown commands of one connection before it is closed. */
export const ERRORS_PER_CONNECTION = 10;

/** Commands between two mails of one connection, RCPT aside, before it is closed: a mail needs three of them. */
export const IDLE_COMMANDS = 100;

/** RCPT commands of one mail before the connection is closed: those after the first hundred were answered 452. */
export const RECIPIENT_COMMANDS = 1000;

/** Octets of commands that may wait in the queue of a connection (RFC 2920): 1,000 recipients. No client needs more. */
export const PIPELINED_BYTES = 64 * 1024;

/** Octets of answers that a client may leave unread before it is disconnected. */
export const UNREAD_BYTES = 64 * 1024;

/**
 * Octets of an oversize mail that are read and discarded, so that its sender gets the refusal with its reason.
 */
export const OVERSIZE_BYTES = 4 * 10 * 1024 * 1024;

/**
 * Milliseconds without progress after which a connection may be closed for a new one, when all connections are in use.
 */
export const EVICTION_IDLE_MS = 3000;

/** Milliseconds for a TLS handshake: two round trips and a signature. */
export const HANDSHAKE_MS = 30_000;

/** Milliseconds that a client has to close its side after our last reply; then its socket is destroyed. */
export const LINGER_MS = 3000;

/** Milliseconds between two searches for connections that are too slow. */
export const SLOWNESS_CHECK_MS = 500;

/** Received fields of a mail to postmaster, after which it counts as a loop (RFC 5321 section 6.3). */
export const POSTMASTER_HOPS = 50;

/** Milliseconds for handing a postmaster's mail to the relay; then the mail is answered 451. */
export const POSTMASTER_MS = 20_000;

/** The window of the rate limits of mails, in seconds. */
export const MAIL_LIMIT_SECONDS = 3600;

/** The longer window, of mails to one secret address, in seconds. */
export const LETTER_LIMIT_SECONDS = 24 * 3600;

/** Milliseconds for one request to the store of the limits. */
export const LIMIT_MS = 3000;

/**
 * Seconds that Haraka gives our plugin for one mail: more than our own limits together on a busy machine, so that these end a mail
 * first, and less than the 600 that a client waits for the answer to its final dot (RFC 5321 section 4.5.3.2.6).
 */
export const HOOK_SECONDS = 300;

/** Milliseconds for mails in progress at a stop; then the process is killed. */
export const DRAIN_MS = 10_000;

/**
 * Milliseconds without a connection after which Haraka is ended, which frees some 55 MB. The next mail waits a second for it,
 * and some seconds on a slow machine (decision 21).
 */
export const HARAKA_IDLE_MS = 10 * 60_000;

/** Connections that wait until a Haraka takes them, as many as in the queue of a listening socket of Node. */
export const UNTAKEN_MAX = 511;

/** Milliseconds before Haraka is restarted after it died: doubled each time, from `first` to `last`. */
export const RESTART_MS = { first: 100, last: 10_000 } as const;

/** Megabytes of Haraka's JavaScript heap; mails themselves are kept outside of it. */
export const HARAKA_HEAP_MB = 192;

/**
 * Megabytes of the young generation of that heap. With 2 a mail takes 1.5 times the processor time, because objects of mails in progress
 * are copied repeatedly; Node's default of 16 needs 45 MB more memory than 8 and saves nothing.
 */
export const HARAKA_YOUNG_HEAP_MB = 8;

/**
 * Milliseconds between two purges of old mails: an hour does not matter after 90 days.
 */
export const PURGE_EVERY_MS = 3600_000;

/** Mails purged with one query of the table. */
export const PURGE_MAILS = 500;
