import type { FeedFormat } from "./addresses.ts";
import { writeAtom } from "./atom.ts";
import type { FeedDocument } from "./feed.ts";
import { writeJson } from "./json.ts";

/** The media type and the writer of each form of a feed. */
export const FORMATS: Readonly<Record<FeedFormat, { type: string; write: (feed: FeedDocument) => string }>> = {
  atom: { type: "application/atom+xml; charset=utf-8", write: writeAtom },
  json: { type: "application/feed+json; charset=utf-8", write: writeJson },
};

/** A browser that opens a feed shows a text, and runs and loads nothing of it. */
export const FEED_HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-robots-tag": "noindex, nofollow, noarchive",
};
