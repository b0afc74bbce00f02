import { URL_CHARS } from "@satchel/contracts/limits";

/** The limits of fetching pages and of the work around it; those of reading a page are in `domain/limits.ts`. */

/**
 * Milliseconds of processor time to describe one page before its process is ended. The slowest known hostile page takes
 * 131, and a small board computer is about five times slower.
 */
export const EXTRACTION_CPU_MS = 5000;

/** Milliseconds without work after which a worker is ended, to give its memory back. */
export const WORKER_IDLE_MS = 10_000;

/**
 * Milliseconds of processor time to read a PDF's metadata and first page: its library is large, and its content compressed.
 */
export const PDF_CPU_MS = 6000;

/** MiB of JavaScript heap for the process that reads PDFs. */
export const PDF_HEAP_MIB = 128;

/**
 * MiB by which that process may grow. Unpacked content is outside of V8's heap and its limit: a file of
 * 0.5 MB unpacked to 500.
 */
export const PDF_GROWTH_MIB = 256;

/** MiB of JavaScript heap for one worker: a 5 MiB page as UTF-16 text takes 10. */
export const WORKER_HEAP_MIB = 64;

/** UTF-16 units of a file name from a server: file systems allow 255. */
export const FILE_NAME_CHARS = 255;

/** The longest Retry-After that counts, in milliseconds: a day, the longest pause between attempts. */
export const RETRY_AFTER_MS_MAX = 24 * 3600 * 1000;

/** Milliseconds until the next poll of a feed at most, jitter included: what is later was set by a clock that was ahead. */
export const FEED_WAIT_MS_MAX = 2 * RETRY_AFTER_MS_MAX;

/** Connections to one host at a time from one process: no more than a person's browser opens. */
export const HOST_CONNECTIONS = 2;

/** Fetches of one account that wait for a slot of one host; with more, its pages of other hosts would wait behind them. */
export const HOST_WAITING = 2;

/** Milliseconds of an ordinary fetch: deferred fetches of a busy host return at this pace. */
export const HOST_FETCH_MS = 500;

/** Pages read at a time; reading is short compared with fetching. */
export const READ_AT_ONCE = 2;

/** Milliseconds after which the work of a killed process is redelivered. */
export const SILENT_MS = 3000;

/**
 * Pages of imported links fetched at a time. They have their own queue: ten thousand of them would delay a link that
 * was just saved by half an hour.
 */
export const IMPORTED_AT_ONCE = 4;

/**
 * Milliseconds for which a deferred imported link stays among the waiting jobs, of which one account has at most four: so at
 * most 400 a second of one account are deferred before another account's links are reached. Without this pause, the
 * deferrals of an import caused more synced writes on the bus than its events.
 */
export const IMPORTED_DEFERRAL_MS = 10;

/**
 * Milliseconds of processor time for all pictures of one page together, because other pages wait for the same process:
 * an ordinary page's take 50 to 150, the largest picture some 2,000.
 */
export const PAGE_PICTURES_CPU_MS = 3000;

/** Pages whose pictures are fetched and encoded at a time; the second for imported links and other background work. */
export const PICTURES_AT_ONCE = 8;
export const BACKGROUND_PICTURES_AT_ONCE = 2;

/** Milliseconds for which a job of pictures waits for its description, which is appended a moment after it was submitted. */
export const NOT_DESCRIBED_YET_MS = 100;

/** Milliseconds after which such a job is dropped: another description, with its own job, has replaced its own. */
export const UNANSWERED_PICTURES_MS = 60_000;

/**
 * Milliseconds before pictures are fetched again after a temporary failure, doubled each time, and the age at which a
 * job ends: five attempts in all, as for a page.
 */
export const PICTURES_RETRY_MS = 2 * 60_000;
export const PICTURES_RETRIED_MS = 15 * 60_000;

/** Milliseconds without work after which the process that encodes pictures is ended: it takes some 100 MiB. */
export const PICTURE_WORKER_IDLE_MS = 3000;

/** MiB of JavaScript heap for that process; pixels are outside of it. */
export const PICTURE_WORKER_HEAP_MIB = 64;

/**
 * MiB by which that process may grow: the largest case, an AVIF of {@link PICTURE_PIXELS}, 4:4:4 in 10 bits, took 460,
 * and a quarter may be left from earlier pictures.
 */
export const PICTURE_WORKER_GROWTH_MIB = 640;

/** Files of each kind in one copy; what sites show of themselves stays far below. */
export const COPY_STYLES = 40;
export const COPY_PICTURES = 200;
export const COPY_FONTS = 12;

/** Octets of one stylesheet and of one font in a copy. */
export const COPY_STYLE_BYTES = 1024 * 1024;
export const COPY_FONT_BYTES = 400 * 1024;

/** Files of one page that are fetched at a time; a host serves fewer ({@link HOST_CONNECTIONS}). */
export const COPY_PART_FETCHES = 6;

/** Milliseconds after which no further file of a page is fetched: what is missing then is left out. */
export const COPY_GATHER_MS = 60_000;

/** Milliseconds of processor time to search one page or stylesheet for files. */
export const COPY_CPU_MS = 3000;

/** Milliseconds of processor time for all pictures of one copy: large ones take some 100 each. */
export const COPY_PICTURES_CPU_MS = 8000;

/** Octets up to which a picture is kept as it came: re-encoding would gain little. */
export const SMALL_PICTURE_BYTES = 64 * 1024;

/** Pixels of the longer side of a picture in a copy: a page's column at twice the density. */
export const COPY_SIDE = 1600;

/** Octets up to which a picture of that size is kept as it came, and WebP's quality for the others. */
export const COPY_PICTURE_BYTES = 400 * 1024;
export const COPY_QUALITY = 80;

/** Pages whose files are gathered at a time; the second for imported links and other background work. */
export const GATHERED_AT_ONCE = 4;
export const BACKGROUND_GATHERED_AT_ONCE = 1;

/** Pixels of a small picture: a row's 128 by 80 px at twice the density. One side may be longer. */
export const SMALL_SIZE = { width: 256, height: 160 } as const;

/** Pixels of the longer side of a large picture: a card or panel 400 px wide at more than twice the density. */
export const LARGE_SIDE = 960;

/** Pixels of an icon's side at most: 20 px at three times the density. */
export const ICON_SIDE = 64;

/** Pixels of the shorter side below which a preview is a spacer or a tracking pixel. */
export const PREVIEW_MIN_SIDE = 40;

/** Pixels of the shorter side from which a preview fills its area in a list; smaller ones are the last choice. */
export const PREVIEW_GOOD_SIDE = 200;

/** How much longer one side of a good preview may be than the other: beyond it a picture is a banner or a rule. */
export const PREVIEW_LONGEST_SHAPE = 3;

/** Pixels of the shorter side below which an icon is unrecognisable. */
export const ICON_MIN_SIDE = 8;

/** WebP's quality, 0 to 100. Below 84, blocks were seen in gradients at twice the density. Sharp edges need more. */
export const PICTURE_QUALITY = { preview: 84, icon: 90 } as const;

/** Addresses tried for one picture: each is a fetch. */
export const PICTURE_CANDIDATES = 4;

/** Seconds up to which a refresh is followed like a redirect. */
export const PAGE_REFRESH_SECONDS = 5;

/** UTF-16 units of a refresh that are read: seconds, `url=`, and the longest URL, with spaces. */
export const REFRESH_CHARS = URL_CHARS + 100;

/** Octets of a page in which a refresh is searched: a page that only redirects has it in its head. */
export const REFRESH_SEARCH_BYTES = 16 * 1024;

/** Cookies of one answer that are kept for the rest of its fetch, and octets of each (RFC 6265 section 6.1). */
export const COOKIES_OF_ANSWER = 20;
export const COOKIE_BYTES = 4096;

/** Octets of cookies sent with one request: servers refuse much longer fields (8 KiB in most). */
export const COOKIE_FIELD_BYTES = 6 * 1024;

/**
 * The version of the rules by which pages are read. It is raised when they find more than before, so that an unchanged
 * page is read again.
 */
export const READING_RULES = 6;

/**
 * Deliveries of an event before it becomes a dead letter, and of a job before it is dropped; deferrals are not counted.
 * Attempts are recorded in the journal; this also counts deliveries that a crash or a restart cost.
 */
export const DELIVERIES = 15;

/** Milliseconds before a page without an available worker is fetched again: the process is stopping, or out of memory. */
export const NO_WORKER_MS = 5000;

/**
 * Attempts for a page that took too much processor time, or whose TLS failed: mostly the page's own fault, sometimes
 * that of a busy machine.
 */
export const DOUBTFUL_ATTEMPTS = 3;

/** Milliseconds before a page is fetched again whose fetch was aborted by a stop of this process. */
export const LOST_FETCH_MS = 1000;

/** Milliseconds before a request is handled again after another event about its page was appended meanwhile. */
export const LOST_RACE_MS = 1000;

/** Seconds for which a missed page is stored: until the second check, even after a week without a running process. */
export const MISSED_SECONDS = 8 * 24 * 3600;

/** Refetch jobs and checks in progress at a time: they are background work. */
export const PAGE_JOBS_AT_ONCE = 2;

/** Milliseconds before a job is delivered again after an unexpected error. */
export const PAGE_JOB_BACKOFF_MS = 60_000;

/**
 * The newest events of a link, or of its page, that are searched. Older ones count as unknown, and the page is read again.
 */
export const LOOK_BACK_EVENTS = 500;

/** Requests to webhooks in progress at a time in one process. Each is a socket that waits, for ten seconds at most. */
export const WEBHOOKS_AT_ONCE = 64;

/** Requests to one webhook in progress at a time in one process: slow receivers can't take all of them. */
export const WEBHOOK_AT_ONCE = 2;

/** Milliseconds from which an answer of a receiver is slow. */
export const WEBHOOK_SLOW_MS = 1000;

/** Requests to slow receivers in progress at a time in one process: the others are left to those that answer at once. */
export const WEBHOOKS_SLOW_AT_ONCE = 32;

/** Milliseconds at least, over which what waits for a resting receiver is looked at again: not all at once. */
export const WEBHOOK_TURN_MS = 1000;

/** Milliseconds before an attempt is repeated whose successor had no room in the queue. */
export const WEBHOOK_FULL_MS = 60_000;

/** Events whose webhooks are looked up at a time in one process: each is one or a few reads. */
export const FANNED_OUT_AT_ONCE = 8;

/** Milliseconds in which the log of a webhook says once that deliveries were left out. */
export const LEFT_OUT_NOTED_MS = 60_000;

/** Milliseconds before an event or a delivery is handled again after an unexpected error. */
export const WEBHOOK_BACKOFF_MS = 5000;

/** Feeds that are polled at a time in one process. */
export const FEEDS_AT_ONCE = 4;

/** Previews of feeds of one account that wait in one process. */
export const PREVIEWS_WAITING = 2;

/** Milliseconds before a feed is polled again after an unexpected error. */
export const POLL_BACKOFF_MS = 60_000;

/** Requests of one account to end newsletters that wait in one process; they are one at a time. */
export const UNSUBSCRIBES_WAITING = 5;

/** Octets of the answer to such a request that are read: only its status counts. */
export const UNSUBSCRIBE_ANSWER_BYTES = 1024;

/** Milliseconds after an event at which nobody is notified of it any more: the queue may have been away. */
export const NOTICE_LATE_MS = 3_600_000;

/** Notifications of one account that wait in a process while its push services answer; further ones are left out. */
export const NOTICES_WAITING = 50;
