import { FEED_BYTES } from "@satchel/contracts";
import { decodePage } from "../domain/extraction/decode-page.ts";
import { announcedFeed } from "../domain/feeds/announced-feed.ts";
import type { ParsedFeed } from "../domain/feeds/feed.ts";
import { parseFeed } from "../domain/feeds/parse-feed.ts";
import type { FetchedPage, FetchOptions } from "../fetching/fetch-result.ts";

/** Media types of feeds; many servers name the last ones, or none. */
export const FEED_REQUEST: Pick<FetchOptions, "accept" | "maxBytes" | "cut"> = {
  accept: [
    "application/atom+xml",
    "application/rss+xml",
    "application/feed+json",
    "application/rdf+xml",
    "application/xml;q=0.9",
    "application/json;q=0.9",
    "text/*;q=0.5",
  ],
  maxBytes: FEED_BYTES,
  cut: true,
};

/** The feed in an answer; undefined where it is none. */
export const feedIn = (page: FetchedPage): ParsedFeed | undefined => parseFeed(textOf(page), page.finalUrl);

/** The address of the feed that a page names; undefined where it names none. */
export const feedNamedIn = (page: FetchedPage): string | undefined => announcedFeed(textOf(page), page.finalUrl);

const textOf = ({ bytes, charset, finalUrl }: FetchedPage): string =>
  decodePage(bytes, charset, new URL(finalUrl).hostname);
