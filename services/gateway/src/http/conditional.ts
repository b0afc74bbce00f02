import type { IncomingHttpHeaders } from "node:http";

/** Whether `If-None-Match` lists a tag, compared weakly (RFC 9110 section 13.1.2). @param etag quoted, without `W/` */
export const listsTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/**
 * Whether a caller has what it asks for (RFC 9110 section 13.2.2): `If-None-Match` counts, and `If-Modified-Since` only
 * without it.
 * @param etag quoted, without `W/`
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string, changedAt: Date): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return tags.trim() === "*" || listsTag(tags, etag);
  // Dates of HTTP are in whole seconds.
  return since !== undefined && Date.parse(since) >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
