/**
 * The limits of describing a page. Those that other parts share stand in contracts under the same names, and a test
 * holds them equal: a worker thread that loaded all of the contracts' schemas would start slower and weigh more.
 */

/** UTF-16 units of a title, a site's name or an author. */
export const TITLE_CHARS = 300;

/** UTF-16 units of a description. */
export const DESCRIPTION_CHARS = 1000;

/** UTF-16 units of one tag; longer ones are phrases, not tags, and are left out. */
export const TAG_CHARS = 40;

/** Tags taken from one page. */
export const TAGS_FROM_PAGE = 8;

/** UTF-16 units of a URL; longer ones are left out, because a cut URL is another URL. */
export const URL_CHARS = 2048;

/** UTF-16 units of a language tag (RFC 5646 section 4.4.1 asks for room for 35). */
export const LANGUAGE_CHARS = 35;

/** UTF-16 units kept of one attribute: more than any limit above needs. */
export const ATTRIBUTE_CHARS = 8192;

/** UTF-16 units kept of the text of one title or heading. */
export const HEADING_CHARS = 4096;

/** First headings of one page that are looked at: a page has one, and some a few for its sections. */
export const HEADINGS = 8;

/** UTF-16 units kept of a paragraph, as the description of a page that gives none. */
export const PARAGRAPH_CHARS = 2048;

/** Values kept of one repeated piece of metadata, and icons looked at. */
export const REPEATED_VALUES = 32;

/** UTF-16 units of one JSON-LD block; a longer one can't be cut and is left out. */
export const STRUCTURED_DATA_CHARS = 256 * 1024;

/** JSON-LD blocks read, and objects looked at in them all together. */
export const STRUCTURED_DATA_BLOCKS = 16;
export const STRUCTURED_DATA_OBJECTS = 500;

/** UTF-16 units of a plain text or of JSON in which its name is looked for. */
export const TEXT_SEARCH_CHARS = 64 * 1024;

/** Octets searched for a declared character set; browsers search 1,024 and some pages put it later. */
export const CHARSET_SEARCH_BYTES = 4096;

/**
 * Milliseconds of processor time to describe one page before its thread is ended. The slowest hostile page known takes
 * 131, and a small board computer is some five times as slow.
 */
export const EXTRACTION_CPU_MS = 5000;

/** Milliseconds without work after which a worker is ended, to give its memory back. */
export const WORKER_IDLE_MS = 10_000;

/** Milliseconds of processor time to read what a PDF says about itself: its reader has more to load and to unpack. */
export const PDF_CPU_MS = 6000;

/** MiB of JavaScript heap for the worker that reads PDFs. */
export const PDF_HEAP_MIB = 128;

/**
 * MiB by which the process may grow while a PDF is read. What its reader unpacks lies outside of the heap, where V8
 * bounds nothing: a file of 0.5 MB was seen to unpack to 500.
 */
export const PDF_GROWTH_MIB = 256;

/** Text items of a PDF's first page that are looked at. */
export const PDF_ITEMS = 2000;

/** MiB of JavaScript heap for one worker: a 5 MiB page as UTF-16 text takes 10. */
export const WORKER_HEAP_MIB = 64;

/** UTF-16 units of an entity tag that is kept and sent back; servers write some 40. */
export const VALIDATOR_CHARS = 256;

/** UTF-16 units of the name that a server gives a file: file systems take 255. */
export const FILE_NAME_CHARS = 255;

/** Octets by which a file whose kind its server does not know is judged: a PDF's signature stands among them. */
export const SNIFFED_BYTES = 1024;

/** Milliseconds for which a server may ask to be left alone (Retry-After): a day, the longest pause between tries. */
export const RETRY_AFTER_MS_MAX = 24 * 3600 * 1000;

/** Connections to one host at the same time from one process: what a person's browser would open at most. */
export const HOST_CONNECTIONS = 2;

/** Fetches of one account that wait for a slot at one host; with more, its pages of other hosts would wait behind them. */
export const HOST_WAITING = 2;

/** Milliseconds that an ordinary fetch takes: at this pace those come back that were deferred because their host is busy. */
export const HOST_FETCH_MS = 500;

/**
 * Works that wait in one process for each slot of their queue, of all accounts together, and in all. One account has at most
 * half of them, so that others' work is reached. More would be more requests that are held at the bus.
 */
export const WAITING_PER_SLOT = 2;
export const WAITING_MAX = 32;

/** Milliseconds that work is deferred at least and at most: long enough for the queue, not too long for the reader. */
export const DEFERRAL_MS_MIN = 1000;
export const DEFERRAL_MS_MAX = 10 * 60_000;

/** Pixels of a picture: 4096 × 4096, far beyond what pages make for previews. */
export const PICTURE_PIXELS = 4096 * 4096;

/**
 * Milliseconds of processor time for all pictures of one page together, which one after the other take the process that
 * others wait for: an ordinary page's take 50 to 150, the largest picture that is read some 2,000.
 */
export const PAGE_PICTURES_CPU_MS = 3000;

/** Scans of a JPEG: programs write ten for a progressive one; each is work over the whole picture, for a few octets. */
export const JPEG_SCANS = 100;

/** Pages whose pictures are fetched and made at the same time; of imported links and the like, for which nobody waits. */
export const PICTURES_AT_ONCE = 8;
export const BACKGROUND_PICTURES_AT_ONCE = 2;

/** Milliseconds before a job of pictures comes back whose page's description was not appended yet: it is about to be. */
export const NOT_DESCRIBED_YET_MS = 100;

/** Milliseconds after which such a job is let go of: its description was not appended, and has brought another job. */
export const UNANSWERED_PICTURES_MS = 60_000;

/**
 * Milliseconds before pictures are asked for again that their server, or a busy machine, did not bring in time: twice as
 * long each time. And the age of a job from which they are not: five times in all, as a page.
 */
export const PICTURES_RETRY_MS = 2 * 60_000;
export const PICTURES_RETRIED_MS = 15 * 60_000;

/** Milliseconds without work after which the process that makes pictures is ended: it takes some 100 MiB. */
export const PICTURE_WORKER_IDLE_MS = 3000;

/** MiB of JavaScript heap for that process; pixels lie outside of it. */
export const PICTURE_WORKER_HEAP_MIB = 64;

/**
 * MiB by which that process may grow: an AVIF of {@link PICTURE_PIXELS}, 4:4:4 in 10 bits, which is the hungriest, took 460,
 * and a quarter may be left from the pictures before it.
 */
export const PICTURE_WORKER_GROWTH_MIB = 640;

/** Pixels of the longer side of a picture in a list: 84 px high on a phone of three times the density, twice as wide. */
export const CARD_SIDE = 480;

/** Pixels of the longer side of a large picture: a card or panel 400 px wide at more than twice the density. */
export const LARGE_SIDE = 960;

/** Pixels of an icon's side at most: 20 px at three times the density. */
export const ICON_SIDE = 64;

/** Pixels of the shorter side below which a preview is a spacer or a tracking pixel, and a letter looks better. */
export const PREVIEW_MIN_SIDE = 40;

/** Pixels of the shorter side from which a preview is one that fills its place in a list; a smaller one is a last resort. */
export const PREVIEW_GOOD_SIDE = 200;

/** How much longer one side of a good preview may be than the other: beyond it a picture is a banner or a rule. */
export const PREVIEW_LONGEST_SHAPE = 3;

/** Pixels of the shorter side below which an icon shows nothing. */
export const ICON_MIN_SIDE = 8;

/** WebP's quality, 0 to 100: small pictures and sharp edges need more. */
export const PICTURE_QUALITY = { card: 80, large: 78, icon: 90 } as const;

/** Addresses tried for one picture at most: its page names them, and every one is a fetch. */
export const PICTURE_CANDIDATES = 4;

/** Seconds up to which a page that shows another one after them is followed there: a reader sees the other one at once. */
export const PAGE_REFRESH_SECONDS = 5;

/** UTF-16 units of a refresh that are read: seconds, `url=`, and the longest URL, with spaces around them. */
export const REFRESH_CHARS = URL_CHARS + 100;

/** Octets of a page in which a refresh is looked for: a page that only sends its readers on says it in its head. */
export const REFRESH_SEARCH_BYTES = 16 * 1024;

/** Cookies of one answer that are kept for the rest of its fetch, and octets of each (RFC 6265 section 6.1). */
export const COOKIES_OF_ANSWER = 20;
export const COOKIE_BYTES = 4096;

/** Octets of cookies sent with one request: servers refuse much longer fields (8 KiB in most). */
export const COOKIE_FIELD_BYTES = 6 * 1024;

/**
 * The version of the rules by which pages are read: raised when they find more than before, so that a page that has not
 * changed is read anew all the same.
 */
export const READING_RULES = 4;

/**
 * Times that an event is handed out before its link is given up. Attempts are recorded in the journal; this counts work
 * that ends without a word, and tries that a restart has cost.
 */
export const DELIVERIES = 15;

/** Milliseconds before a page is fetched again that no thread could read: the process is stopping, or out of memory. */
export const NO_WORKER_MS = 5000;

/**
 * Tries of a page that took too much processor time, or whose TLS failed: most often that is the page's own fault and stays
 * so, and sometimes that of a busy machine on either side.
 */
export const DOUBTFUL_ATTEMPTS = 3;

/** Milliseconds before a page is fetched again whose fetch ended because this process is stopping. */
export const LOST_FETCH_MS = 1000;

/** Milliseconds before a question is looked at again to which somebody else added a word meanwhile. */
export const LOST_RACE_MS = 1000;

/** Seconds for which it is remembered that a check missed a page: until the second check, and a week in which nobody runs. */
export const MISSED_SECONDS = 8 * 24 * 3600;

/** Refetch jobs for the operator, and checks of pages, at the same time: nobody waits for them. */
export const PAGE_JOBS_AT_ONCE = 2;

/** Times that a job is handed out: two for each of its tries and many for when its host is busy. */
export const PAGE_JOB_DELIVERIES = 200;

/** Milliseconds before a job comes back whose work failed in a way that nobody foresaw. */
export const PAGE_JOB_BACKOFF_MS = 60_000;

/**
 * Events of one link, or about its page, that are looked through for the one that matters, the newest first. What lies
 * further back counts as unknown: then the page is read again, or recorded again.
 */
export const LOOK_BACK_EVENTS = 500;
