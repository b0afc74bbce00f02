/** Limits of the HTTP server alone; those that callers see are in the contracts. */

/** Milliseconds for a whole request to arrive: 64 KiB take 5 s on a 100 kbit/s line. Longer may be a slow-loris attack. */
export const REQUEST_MS = 15_000;

/** Requests of one connection that wait for their answers: browsers and proxies send the next one after the answer. */
export const PIPELINED_REQUESTS = 10;

/** Milliseconds in which nothing of an answer is taken, after which its connection is closed. Event streams beat more often. */
export const ANSWER_IDLE_MS = 60_000;

/**
 * Octets in memory of all answers that their clients have not taken completely: eight of the largest copies, for people on slow
 * lines. And the octets from which an answer counts: the kernel takes smaller ones at once.
 */
export const UNTAKEN_BYTES = 128 * 1024 * 1024;
export const UNTAKEN_COUNTED_BYTES = 64 * 1024;

/**
 * Milliseconds between the beginning of a stop and closing the listener: answers in that time ask clients to disconnect.
 * A busy client sends its next request on a kept connection within that time, or finds it closed.
 */
export const LINGER_MS = 1000;

/** Milliseconds that an idle connection may stay open after the listener closed. */
export const SILENT_MS = 1000;

/** Faults named in one answer: more of one body say nothing new. */
export const FAULTS_SHOWN = 20;

/** Verified access tokens in memory, so that a page's burst of calls costs one signature check. */
export const TOKENS_REMEMBERED = 10_000;

/** Milliseconds in which changes of one user are collected into one event: nobody notices the delay. */
export const LIVE_GATHER_MS = 50;

/** Ids in one live event; with more, the page reloads everything, which is cheaper. */
export const LIVE_IDS = 500;

/** Events of one user that are read for a reconnected page; with more, reloading everything is cheaper. */
export const LIVE_REPLAY_EVENTS = 2000;

/** Milliseconds between comments on a quiet event stream: proxies end connections that are silent for 30 to 60 s. */
export const HEARTBEAT_MS = 20_000;

/** Octets that wait for a slow reader of an event stream before it is disconnected; it reloads everything then. */
export const STREAM_BUFFER_BYTES = 64 * 1024;

/** Milliseconds a page waits before it opens its event stream again. */
export const RECONNECT_MS = 1000;

/** Mails shown on the outbox page: the newest. */
export const OUTBOX_MAILS = 50;

/** Octets of a mail that the outbox page reads: Satchel's own mails are a few kilobytes. */
export const OUTBOX_MAIL_BYTES = 256 * 1024;

/** Milliseconds between two polls of the outbox page: a code is shown by the time its reader has switched tabs. */
export const OUTBOX_POLL_MS = 2000;

/** Milliseconds for which a health check of the tables is valid: the call is public and must not load the database. */
export const HEALTH_MS = 500;

/** Characters of an account's export that are written at a time. */
export const EXPORT_CHUNK_CHARS = 32 * 1024;

/** Octets of copies that one process keeps unpacked in memory: a browser asks for the files of one at once. */
export const COPY_CACHE_BYTES = 48 * 1024 * 1024;

/** Milliseconds for which an unpacked copy is kept that nobody asks for. */
export const COPY_CACHE_MS = 30_000;

/** Characters of a title in the name of a copy or a book: file systems take 255 octets for a name. */
export const EXPORT_TITLE_CHARS = 60;

/** Seconds after which a user with an export in progress may ask again. */
export const EXPORT_RETRY_SECONDS = 30;

/** Milliseconds between two checks for connections with slow heads: Node's own 30 s would add to the limit. */
export const CHECK_MS = 5000;

/** Milliseconds without an octet after which an upload is aborted. */
export const UPLOAD_IDLE_MS = 20_000;

/** Milliseconds for an upload in all: 100 MiB take 56 min on a 250 kbit/s line. */
export const UPLOAD_MS = 3_600_000;

/** Seconds after which a user with too many uploads in progress may try again. */
export const UPLOAD_RETRY_SECONDS = 10;

/**
 * Octets in memory of all pages and files that are uploaded: four of the largest. Counted as they arrive, so that slow ones
 * keep nobody from sending.
 */
export const COPY_UPLOADS_BYTES = 80 * 1024 * 1024;

/** Bulk commands in progress at a time: replicas of links share them, and other commands still get through. */
export const BULK_COMMANDS = 3;

/** Links in each of them: as quick in all as with more, and short enough for a slow machine. */
export const BULK_COMMAND_LINKS = 50;

/**
 * Calls of one user in progress, and waiting: a browser has 6 connections to a server, or requests a page of pictures
 * over one. Fewer than the database connections, so that some are left for others.
 */
export const CALLS_AT_ONCE = 6;
export const CALLS_WAITING = 200;

/**
 * Searches of one user in progress, whichever door they come by: each has up to three database connections, and may keep a
 * core busy for 10 s. A page asks for two, its links and their number.
 */
export const SEARCHES_AT_ONCE = 2;

/**
 * Calls of one user that may change very many links: one at a time, since each keeps all replicas of links busy for seconds.
 */
export const WIDE_CALLS_AT_ONCE = 1;
export const WIDE_CALLS_WAITING = 10;

/** Bookmarks that are read and written at a time of an answer to an app for linkding: some 500 kB of memory. */
export const BOOKMARKS_AT_ONCE = 500;

/** Parts of a form that an app for linkding sends, and octets of the head of each: tags come one in each part. */
export const FORM_PARTS = 200;
export const FORM_PART_HEAD_BYTES = 4096;

/** Lists with more bookmarks that are sent to one user at a time, and that wait: each holds up to 10,000 ids. */
export const LONG_LISTS_AT_ONCE = 2;
export const LONG_LISTS_WAITING = 10;

/** Milliseconds to wait for the position that a session's status names: without it, the page loads everything twice. */
export const EVENT_ID_MS = 500;

/** Entries of a feed: readers ask again before as many are new. */
export const FEED_ENTRIES = 50;

/** Characters of all articles in one answer of a feed: the entries beyond have their descriptions. */
export const FEED_TEXT_CHARS = 2_000_000;

/** Answers of a user's feeds that are made at a time, and that wait: each may unpack {@link FEED_ENTRIES} copies. */
export const FEEDS_AT_ONCE = 1;
export const FEEDS_WAITING = 20;

/** Addresses of shared things that a gateway remembers, and whose visits it counts. */
export const SHARES_REMEMBERED = 10_000;

/** Milliseconds between two reports of visits: one write for each shared thing that was visited. */
export const SHARE_VISITS_MS = 10_000;

/** Milliseconds for the last report of visits when a gateway stops. */
export const SHARE_VISITS_CLOSE_MS = 1000;

/** Pages of one account's shared things that are made at a time, and that wait: each reads up to 5,000 ids. */
export const SHARES_AT_ONCE = 3;
export const SHARES_WAITING = 100;
/** Pixels of the longer side of a picture in a book: the larger e-readers have as many across a page. */
export const EPUB_PICTURE_SIDE = 1264;

/** JPEG's quality of such a picture, 0 to 100. */
export const EPUB_PICTURE_QUALITY = 80;

/** Pictures of one book that are converted at a time. */
export const EPUB_PICTURES_AT_ONCE = 2;

/** Milliseconds of processor time for converting the pictures of one book; those beyond are their texts. One takes some 30. */
export const EPUB_PICTURES_CPU_MS = 40_000;

/** Milliseconds of processor time for one book: its pictures, and long texts. */
export const EPUB_CPU_MS = 60_000;

/** Milliseconds without work after which the process that makes books is ended. */
export const EPUB_WORKER_IDLE_MS = 3000;

/** MiB of JavaScript heap for that process: the trees of one article at a time. */
export const EPUB_WORKER_HEAP_MIB = 192;

/** MiB by which that process may grow: two pictures being decoded, and the octets of a book twice. */
export const EPUB_WORKER_GROWTH_MIB = 900;

/** Books that wait for it. */
export const EPUBS_WAITING = 50;

/**
 * Octets of all articles and pictures that one book is made of, which are in memory twice; pictures beyond are left out. A copy's
 * pictures have some 100 kB each.
 */
export const EPUB_SOURCE_BYTES = 32 * 1024 * 1024;

/** Characters of one article's HTML; a longer one is left out of a book. */
export const EPUB_ARTICLE_CHARS = 4_000_000;

/** Books that one process gathers and makes at a time, and those of one user that wait: accounts take turns. */
export const BOOKS_AT_ONCE = 2;
export const BOOKS_WAITING = 10;

/** Books that rules send at the same time in one process: each is held in memory. */
export const RULED_BOOKS_AT_ONCE = 1;

/** Milliseconds after which a book of a killed process is sent by another. */
export const RULED_BOOKS_SILENT_MS = 30_000;

/** Milliseconds before a book that could not be sent is tried again, and how often: the hour's limit may be reached. */
export const RULED_BOOKS_BACKOFF_MS = [2000, 30_000, 20 * 60_000];
export const RULED_BOOKS_ATTEMPTS = 8;
