/**
 * The limits that users, operators or more than one part of the system meet: each a named number with its unit and its
 * reason. A service's inner timings stand in its own `src/limits.ts`.
 */

/** Partitions of the journal and so of every projection. Fixed when the stream is created; kept in its metadata. */
export const PARTITIONS = 16;

/** Links on one page of a list when the caller names no size (specification, section 9). */
export const LINK_PAGE_SIZE = 10;

/** Links on one page at most: a page is one answer held in memory on both sides. */
export const LINK_PAGE_SIZE_MAX = 100;

/** Links that `page` and `size` step over at most; further on only `cursor` goes, because an OFFSET costs what it skips. */
export const LINKS_SKIPPED = 1000;

/** The last page that can be asked for by its number: with pages of one link, what {@link LINKS_SKIPPED} allows. */
export const LINK_PAGE_MAX = LINKS_SKIPPED + 1;

/** Characters of an address (RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, brackets included). */
export const ADDRESS_CHARS = 254;

/** Characters of a URL: what every browser and mail program still carries whole. */
export const URL_CHARS = 2048;

/** Characters of a link's title; longer ones are cut, the page keeps the whole. */
export const TITLE_CHARS = 300;

/** Characters of a link's description. */
export const DESCRIPTION_CHARS = 1000;

/** Characters of the owner's notes on a link. */
export const NOTES_CHARS = 10_000;

/** Characters of a search. */
export const SEARCH_CHARS = 500;

/** Links that one bulk call changes at most. */
export const BULK_LINKS = 10_000;

/** Links in one command of a bulk call: done in well under {@link COMMAND_MS}. */
export const BULK_CHUNK = 500;

/** Octets of a bulk call's body: {@link BULK_LINKS} ids. */
export const BULK_BODY_BYTES = 512 * 1024;

/** Seconds for which a deletion can be undone (decision 10: 30 days). */
export const UNDO_SECONDS = 30 * 24 * 3600;

/** Octets of a file of bookmarks. */
export const IMPORT_BYTES = 100 * 1024 * 1024;

/** Skipped entries of an import that are told one by one; the others are counted. */
export const IMPORT_FAULTS = 1000;

/** Imports of one user that wait or run at the same time. */
export const IMPORTS_AT_ONCE = 3;

/** Seconds for which an import can be looked at. */
export const IMPORT_SECONDS = 30 * 24 * 3600;

/** Characters of one tag. */
export const TAG_CHARS = 40;

/** Tags that enrichment may put on a link. */
export const TAGS_FROM_PAGE = 8;

/** Tags on one link at most. */
export const TAGS_PER_LINK = 50;

/** Characters of a folder's name, after trimming (decided with the folder rules). */
export const FOLDER_NAME_CHARS = 100;

/** UTF-16 units of a folder's emoji: the longest sequences of one emoji have 15. */
export const FOLDER_EMOJI_CHARS = 20;

/** Levels of folders: top level plus one child level (specification, section 4). */
export const FOLDER_DEPTH = 2;

/** Folders of one user: they are one aggregate and one answer, so their number is bounded. */
export const FOLDERS_PER_USER = 1000;

/** Digits of a sign-in code (specification, section 9). */
export const CODE_DIGITS = 6;

/** Seconds a sign-in code is valid (specification, section 9: 15 minutes). */
export const CODE_SECONDS = 15 * 60;

/** Wrong guesses after which a code is void: 5 of 1,000,000 is the guesser's chance. */
export const CODE_TRIES = 5;

/** Codes mailed to one address in {@link CODE_SECONDS}; a mailbox must not be flooded through us. */
export const CODES_PER_ADDRESS = 5;

/** Codes mailed on behalf of one client address in {@link CODE_SECONDS}: a household or an office behind one address. */
export const CODES_PER_CLIENT = 20;

/** Codes mailed in one minute over all: more is an attack on mailboxes, or on the sender's good name. */
export const CODES_PER_MINUTE = 600;

/** Wrong codes for one address in a day: 100 of 1,000,000 a day is what a patient guesser gets. */
export const WRONG_CODES_PER_ADDRESS = 100;

/** Wrong codes and passwords from one client address in {@link CODE_SECONDS}. */
export const WRONG_TRIES_PER_CLIENT = 50;

/** Wrong passwords for one address in {@link CODE_SECONDS}; the code and passkeys still open the account. */
export const WRONG_PASSWORDS_PER_ADDRESS = 10;

/** Characters of a password at least (specification, section 9). */
export const PASSWORD_CHARS_MIN = 6;

/** Characters of a password at most: hashing costs what is hashed. */
export const PASSWORD_CHARS = 1000;

/** Sender addresses of one account, the pending ones included. */
export const ADDRESSES_PER_USER = 20;

/** Seconds in which a further address can be confirmed by the link that was mailed to it (decision 5: 24 h). */
export const CONFIRMATION_SECONDS = 24 * 3600;

/** Confirmation mails that one account may cause in an hour. */
export const CONFIRMATIONS_PER_HOUR = 10;

/** Sessions of one user; the one used longest ago makes room. */
export const SESSIONS_PER_USER = 100;

/** Characters of what a session is called, "Firefox on Linux". */
export const DEVICE_CHARS = 60;

/** Passkeys of one account. */
export const PASSKEYS_PER_USER = 20;

/** Characters of a passkey's name. */
export const PASSKEY_NAME_CHARS = 60;

/** Seconds in which a passkey must answer its challenge: people look for their phone. */
export const CHALLENGE_SECONDS = 5 * 60;

/** Seconds an access token is valid; the refresh token renews it. */
export const ACCESS_TOKEN_SECONDS = 10 * 60;

/** Seconds for which an ended session is told of: as long as an access token of it may live, and a minute for the clocks. */
export const ENDED_SESSION_SECONDS = ACCESS_TOKEN_SECONDS + 60;

/** Seconds a session lives when "stay logged in" is set: 30 days. */
export const SESSION_SECONDS_STAY = 30 * 24 * 3600;

/** Seconds a session lives at most when it is not set; the browser drops its cookie earlier. */
export const SESSION_SECONDS = 12 * 3600;

/** Seconds in which the browser extension must trade in the code that connects it: it does so the moment it sees it. */
export const CONNECTION_CODE_SECONDS = 2 * 60;

/** Seconds that a connected browser extension may go unused before it has to be connected anew: half a year. */
export const CONNECTION_SECONDS = 180 * 24 * 3600;

/** Codes that connect an extension, for one account in an hour: a hand's work, tries that were given up included. */
export const CONNECTIONS_PER_HOUR = 20;

/** Codes of connections that one client address traded in wrongly in {@link CODE_SECONDS}: with 256 bits nobody guesses one. */
export const WRONG_CONNECTIONS_PER_CLIENT = 20;

/** Milliseconds for which a refresh token that was just traded in still answers: tabs share the cookie and race for it. */
export const REFRESH_GRACE_MS = 10_000;

/** Octets of one mail, as announced by SIZE (RFC 1870). */
export const MAIL_BYTES = 10 * 1024 * 1024;

/** Recipients of one mail (RFC 5321 section 4.5.3.1.8: at least 100); more are answered 452, to be sent in another mail. */
export const RECIPIENTS_PER_MAIL = 100;

/**
 * Octets of one SMTP command, its line end included. RFC 5321 section 4.5.3.1.4 says 512, and the extensions offered here
 * make it longer by less than 100; a path in UTF-8 must fit as well.
 */
export const SMTP_COMMAND_BYTES = 1024;

/** Open SMTP connections of one process: each costs a socket and some memory. `SMTP_CONNECTIONS` sets another number. */
export const SMTP_CONNECTIONS = 100;

/**
 * Of these, connections of one client: an IPv4 address, or the /64 of an IPv6 address. A large mail provider opens a few.
 * `SMTP_CONNECTIONS_PER_CLIENT` sets another number.
 */
export const SMTP_CONNECTIONS_PER_CLIENT = 20;

/**
 * Mails that one client (an address, or a /64) may send in an hour, refused ones included, over all replicas: a provider
 * delivers for many users by few addresses. `SMTP_MAILS_PER_CLIENT` sets another number.
 */
export const MAILS_PER_CLIENT = 3000;

/**
 * Mails that are taken from one sender address in an hour, over all replicas: twelve times what somebody does who shares a
 * page every two minutes. `SMTP_MAILS_PER_SENDER` sets another number.
 */
export const MAILS_PER_SENDER = 360;

/** Mails to postmaster and abuse that are passed on in an hour, over all replicas: a mailbox must not be flooded through us. */
export const POSTMASTER_MAILS = 60;

/** Octets of a mail to postmaster or abuse: a report with a mail in it, and no flood. */
export const POSTMASTER_BYTES = 1024 * 1024;

/** Mails to postmaster and abuse that may lie in the outbox: where nobody takes them out, further ones are answered 452. */
export const POSTMASTER_MAILS_KEPT = 500;

/** Seconds without a whole command before a connection is closed (RFC 5321 section 4.5.3.2.7: at least 5 minutes). */
export const SMTP_COMMAND_SECONDS = 300;

/**
 * Seconds that the text of a mail may stall (RFC 5321 section 4.5.3.2.5: 3 minutes for each block of data); each
 * {@link SMTP_DATA_RATE} octets give one more.
 */
export const SMTP_DATA_SECONDS = 180;

/** Octets of a mail's text in a second, below which a sender counts as stalled: the slowest lines in use do twenty times that. */
export const SMTP_DATA_RATE = 500;

/**
 * Octets of mails that one process of the SMTP door holds at the same time, over all connections. Half a dozen of the largest
 * mails, or thousands of those that carry a link. Reading a mail takes about three times its size for a moment.
 * `SMTP_MAIL_MEMORY_MB` sets another number.
 */
export const MAIL_MEMORY_BYTES = 64 * 1024 * 1024;

/** Links taken from one mail. */
export const URLS_PER_MAIL = 100;

/** Milliseconds that parsing one mail may take in its worker before the worker is ended; 10 MB of HTML take 600. */
export const MAIL_PARSE_MS = 2000;

/** Octets of a mail's header, and of one of its parts'. Postfix takes 102,400 (header_size_limit); every known mail stays far below. */
export const MAIL_HEADER_BYTES = 100 * 1024;

/** Lines of a mail's header: signatures are verified over them with work that grows faster than their number. */
export const MAIL_HEADER_LINES = 1000;

/** Received fields of a mail: each server that passes it on adds one, and with more it goes in circles (RFC 5321 section 6.3). */
export const MAIL_HOPS = 50;

/** MIME parts of one mail, those in forwarded mails included: a newsletter has ten, a digest a hundred. */
export const MAIL_PARTS = 500;

/** Levels of MIME parts: a forward of a forward of a newsletter has ten. */
export const MAIL_NESTING = 30;

/**
 * Seconds for which it is told what became of a mail: long enough to look for a link that never came, no longer, for it says
 * who mailed what and when.
 */
export const CAPTURE_SECONDS = 90 * 24 * 3600;

/** Mails on one page of captures when the caller names no size, and at most: each may name {@link URLS_PER_MAIL} links. */
export const CAPTURE_PAGE_SIZE = 20;
export const CAPTURE_PAGE_SIZE_MAX = 50;

/** Characters of a mail's subject that are kept. */
export const SUBJECT_CHARS = 300;

/** Characters of a Message-ID that are kept (RFC 5322 section 2.1.1: a line is at most 998). */
export const MESSAGE_ID_CHARS = 998;

/** Octets of one HTTP request body: the largest is a link with title, description and tags. */
export const BODY_BYTES = 64 * 1024;

/** Octets of one event's data. NATS allows 1 MiB a message; an event that large is a mistake. */
export const EVENT_BYTES = 256 * 1024;

/** Milliseconds the gateway waits for the answer to a command before it tries once more with the same id. */
export const COMMAND_MS = 5000;

/**
 * Rounds of load, decide, append before a command gives up with a conflict. Replicas of a service contend for an aggregate
 * with at least even odds for who has lost before, so nobody loses 20 in a row.
 */
export const COMMAND_ROUNDS = 20;

/** Milliseconds the gateway waits for a projection to show a command's own write; then `x-satchel-stale: 1`. */
export const READ_YOUR_WRITES_MS = 2000;

/** Attempts to fetch one page before it is recorded as unreachable. */
export const FETCH_ATTEMPTS = 5;

/** Milliseconds before attempts 2, 3, 4 and 5 to fetch a page: 1 min, 10 min, 2 h, 1 day. */
export const FETCH_BACKOFF_MS: readonly number[] = [60_000, 600_000, 7_200_000, 86_400_000];

/** Seconds before a link's page can be asked for anew once more: reading a page twice in a minute finds nothing new. */
export const REFRESH_SECONDS = 60;

/** Pages that one user can ask for anew in a minute: a hand's work, and no means to have a site flooded by us. */
export const REFRESHES_PER_MINUTE = 30;

/** Seconds between two checks of a link, where the operator has links checked: a week. */
export const LINK_CHECK_SECONDS = 7 * 24 * 3600;

/** Seconds that lie at least between the two checks that find a page gone: a site may be away for a night. */
export const GONE_APART_SECONDS = 24 * 3600;

/** UTF-16 units of an entity tag or a date of change that is kept and sent back; servers write some 40. */
export const VALIDATOR_CHARS = 256;

/** Milliseconds for one page in all: name, connection, every hop, body. */
export const FETCH_MS = 10_000;

/** Redirects followed for one page. */
export const FETCH_HOPS = 5;

/** Octets of a page after decompression. */
export const PAGE_BYTES = 5 * 1024 * 1024;

/** Octets of a preview picture or icon. */
export const IMAGE_BYTES = 10 * 1024 * 1024;

/**
 * Octets of all kept pictures together: about 100,000 links with picture and icon. Beyond it the oldest ones go, and their
 * links show a letter until their page is read again.
 */
export const PICTURES_BYTES = 4 * 1024 * 1024 * 1024;

/** Open event streams of one user: tabs, windows and devices. */
export const EVENT_STREAMS_PER_USER = 20;
