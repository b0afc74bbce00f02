/** An item of a feed, as far as it makes a link. */
export interface FeedItem {
  /** What the feed calls it: an id, a guid, or else its address. */
  readonly id: string;
  /** http or https. */
  readonly url: string;
  readonly title: string;
  readonly publishedAt: Date | undefined;
}

export interface ParsedFeed {
  readonly title: string;
  /** In the order of the feed, which has the newest first; each id once. */
  readonly items: readonly FeedItem[];
}

/** An item as it is written in a feed; every part may be missing. */
export interface RawItem {
  id?: string;
  /** An address, perhaps relative. */
  link?: string;
  title?: string;
  date?: string;
}

/** A feed as it is written. */
export interface RawFeed {
  title: string;
  readonly items: RawItem[];
}
