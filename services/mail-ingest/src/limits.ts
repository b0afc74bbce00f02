/**
 * Limits of the SMTP door alone; the ones that other services must know too are in the contracts.
 */

/** Octets of a mail's header. Postfix takes 102,400 (header_size_limit); every known mail stays far below. */
export const HEADER_BYTES = 100 * 1024;

/** Lines of a mail's header: signatures are verified over them with work that grows faster than their number. */
export const HEADER_LINES = 1000;

/**
 * Octets of one line of a mail. RFC 5321 section 4.5.3.1.6 says 1,000; senders exceed it, and breaking a longer line as
 * Sendmail did would break its signature.
 */
export const LINE_BYTES = 16 * 1024;

/** MIME parts of one mail: a mail with a thousand parts is an attack on the parser. */
export const MIME_PARTS = 1000;

/** DKIM signatures of one mail that are verified, newest first: each costs a look-up and a public-key operation. */
export const SIGNATURES_PER_MAIL = 5;

/** Characters of one DKIM signature: one by a key of 4,096 bits over many fields has about 2,000. */
export const SIGNATURE_CHARS = 8192;

/** Bits of an RSA key that signs mail (RFC 8301 section 3.2). */
export const DKIM_KEY_BITS = 1024;

/** Milliseconds for one question to one name server, and how often it is asked. */
export const DNS_QUESTION_MS = 2000;
export const DNS_TRIES = 2;

/** Milliseconds for checking the sender: SPF alone may ask ten questions one after the other (RFC 7208 section 4.6.4). */
export const AUTHENTICATION_MS = 20_000;

/** Milliseconds for one question to the journal, or one append. */
export const JOURNAL_MS = 5000;

/** Milliseconds before another attempt to open the journal. */
export const JOURNAL_RETRY_MS = 1000;

/** Parser threads: one thread parses 1,900 mails of 17 KB a second, and costs 30 MB. */
export const PARSERS = 2;

/** Mails that may wait for a parser thread: more can't be answered in time. */
export const PARSERS_QUEUE = 500;

/** Megabytes of a parser thread's heap: a mail of 10 MB needs a few times its size. */
export const PARSER_HEAP_MB = 192;
export const PARSER_YOUNG_HEAP_MB = 8;

/** Open SMTP connections in all, and from one host. Each may hold one mail in memory. */
export const CONNECTIONS = 100;
export const CONNECTIONS_PER_HOST = 20;

/** Recipients of one mail (RFC 5321 section 4.5.3.1.8: at least 100); they are all the save address. */
export const RECIPIENTS_PER_MAIL = 100;

/** Refused recipients and unknown commands of one connection before it is closed. */
export const ERRORS_PER_CONNECTION = 10;

/** Seconds a connection may be silent (RFC 5321 section 4.5.3.2 asks servers for 5 minutes). */
export const SILENCE_SECONDS = 300;

/** Seconds that Haraka gives our plugin for one mail; above the sum of our own limits, so that these decide. */
export const HOOK_SECONDS = 60;

/** Milliseconds for mails under way to be finished at a stop; then the process is killed. */
export const DRAIN_MS = 10_000;

/** Milliseconds before a died Haraka is started again: doubled each time from the first to the last. */
export const RESTART_MS = { first: 100, last: 10_000 } as const;

/** Milliseconds for Haraka to come up at the first start, restarts included. */
export const START_MS = 20_000;

/** Megabytes of Haraka's JavaScript heap; mails themselves are kept outside of it. */
export const HARAKA_HEAP_MB = 192;

/** Megabytes of the part of that heap where objects begin: Node's 16 cost 50 MB of memory and give no more mails a second. */
export const HARAKA_YOUNG_HEAP_MB = 2;
