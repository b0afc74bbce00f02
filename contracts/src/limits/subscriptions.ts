// Limits of feeds that an account follows (decision 87).

/** Feeds that one account may follow. */
export const SUBSCRIPTIONS_PER_USER = 50;

/**
 * Octets of a feed that are read, after decompression; of a larger one the beginning, which has the newest items. The worst
 * feeds of that size take a third of a second to read.
 */
export const FEED_BYTES = 1024 * 1024;

/** Items of a feed that are read, its first ones: feeds have the newest first. */
export const FEED_ITEMS = 500;

/** Characters of a feed's title. */
export const FEED_TITLE_CHARS = 200;

/** Milliseconds for the fetch of a preview: somebody waits, and a command is repeated after 5 s. */
export const FEED_PREVIEW_MS = 4000;

/** Items that a preview shows, and that may be saved at once when a feed is followed. */
export const FEED_PREVIEW_ITEMS = 10;

/** Seconds between two polls of a feed, at least; after failures twice as long each time, up to a day. */
export const FEED_POLL_SECONDS = 3600;
export const FEED_POLL_SECONDS_MAX = 86_400;

/** Links that one poll saves, and one feed in a day: what is beyond comes with later polls while the feed still has it. */
export const FEED_LINKS_PER_POLL = 30;
export const FEED_LINKS_PER_DAY = 100;

/** Items of a feed that are remembered, the newest: twice what one feed can show. */
export const FEED_ITEMS_REMEMBERED = 2 * FEED_ITEMS;
