import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** The entity tag of a content (RFC 9110 section 8.8.3), quoted. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;

/**
 * Whether a caller has what it asks for (RFC 9110 section 13.2.2): `If-None-Match` counts, compared weakly, and
 * `If-Modified-Since` only without it.
 * @param etag quoted, without `W/`
 * @param changedAt undefined where no date says whether it was changed
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string, changedAt?: Date): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) {
    return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  if (since === undefined || changedAt === undefined) return false;
  // Dates of HTTP are in whole seconds.
  return Date.parse(since) >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
