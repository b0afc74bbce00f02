import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a caller has what it asks for (RFC 9110 section 13.2.2): `If-None-Match` counts, and `If-Modified-Since` only
 * without it.
 * @param etag quoted, without `W/`: the comparison is the weak one
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string, changedAt: Date): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) {
    return tags.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
  }
  // Dates of HTTP are in whole seconds.
  return since !== undefined && Date.parse(since) >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
