import type { Feed, LinkId, ShareId } from "@satchel/contracts";

/** A feed as all its forms write it: times in ISO 8601. */
export interface FeedDocument {
  readonly id: Feed["id"] | ShareId;
  readonly title: string;
  /** Where its owner sees the same list. */
  readonly home: string;
  /** Its own address. */
  readonly self: string;
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly id: LinkId;
  readonly url: string;
  readonly title: string;
  readonly summary?: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly language?: string;
  readonly published: string;
  readonly updated: string;
  /** The article as HTML, without pictures. */
  readonly html?: string;
}

/** The id of a feed and of an entry (RFC 4122), the same in all forms; it never changes. */
export const urnOf = (id: string): string => `urn:uuid:${id}`;
