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

/** Deepest page that `page`/`size` reaches; further on only `cursor` goes, because an OFFSET costs what it skips. */
export const LINK_PAGE_MAX = 1000;

/** Characters of an address (RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, brackets included). */
export const ADDRESS_CHARS = 254;

/** Characters of a URL: what every browser and mail program still carries whole. */
export const URL_CHARS = 2048;

/** Characters of a link's title; longer ones are cut, the page keeps the whole. */
export const TITLE_CHARS = 300;

/** Characters of a link's description. */
export const DESCRIPTION_CHARS = 1000;

/** Characters of one tag. */
export const TAG_CHARS = 40;

/** Tags that enrichment may put on a link. */
export const TAGS_FROM_PAGE = 8;

/** Tags on one link at most. */
export const TAGS_PER_LINK = 50;

/** Characters of a folder's name, after trimming (decided with the folder rules). */
export const FOLDER_NAME_CHARS = 100;

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

/** Seconds an access token is valid; the refresh token renews it. */
export const ACCESS_TOKEN_SECONDS = 10 * 60;

/** Seconds a session lives when "stay logged in" is set: 30 days. */
export const SESSION_SECONDS_STAY = 30 * 24 * 3600;

/** Seconds a session lives at most when it is not set; the browser drops its cookie earlier. */
export const SESSION_SECONDS = 12 * 3600;

/** Milliseconds for which a refresh token that was just traded in still answers: tabs share the cookie and race for it. */
export const REFRESH_GRACE_MS = 10_000;

/** Octets of one mail, as announced by SIZE (RFC 1870). */
export const MAIL_BYTES = 10 * 1024 * 1024;

/** Links taken from one mail. */
export const URLS_PER_MAIL = 100;

/** Milliseconds that parsing one mail may take in its worker before the worker is ended. */
export const MAIL_PARSE_MS = 5000;

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

/** Milliseconds for one page in all: name, connection, every hop, body. */
export const FETCH_MS = 10_000;

/** Redirects followed for one page. */
export const FETCH_HOPS = 5;

/** Octets of a page after decompression. */
export const PAGE_BYTES = 5 * 1024 * 1024;

/** Octets of a preview picture or icon. */
export const IMAGE_BYTES = 10 * 1024 * 1024;

/** Open event streams of one user: tabs, windows and devices. */
export const EVENT_STREAMS_PER_USER = 20;
