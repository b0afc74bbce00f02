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
