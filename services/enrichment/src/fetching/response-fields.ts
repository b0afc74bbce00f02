import { parseUrl } from "@satchel/contracts";
import { RETRY_AFTER_MS_MAX, VALIDATOR_CHARS } from "../limits.ts";
import { FetchFault } from "./fetch-failure.ts";
import type { Validators } from "./fetch-result.ts";

/** The fields of a response's header as the client gives them: names in lower case, repeated fields as arrays. */
export type ResponseFields = Readonly<Record<string, string | string[] | undefined>>;

/** A field's first value; empty if there is none. */
export function fieldOf(fields: ResponseFields, name: string): string {
  const value = fields[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** An entity tag: an opaque quoted string, perhaps weak (RFC 9110 section 8.8.3). */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The preferred form of an HTTP date (RFC 9110 section 5.6.7), which is the only one servers still write. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The validators of an answer; what is not written as the standard says is left out, since it is sent back later. */
export function validatorsOf(fields: ResponseFields): Validators {
  const etag = fieldOf(fields, "etag");
  const lastModified = fieldOf(fields, "last-modified");
  return {
    ...(etag.length <= VALIDATOR_CHARS && ENTITY_TAG.test(etag) ? { etag } : {}),
    ...(HTTP_DATE.test(lastModified) ? { lastModified } : {}),
  };
}

/** The fields that make a request conditional (RFC 9110 section 13.1). Kept validators are judged again. */
export function conditionalFields({ etag = "", lastModified = "" }: Validators): Record<string, string> {
  const kept = validatorsOf({ etag, "last-modified": lastModified });
  return {
    ...(kept.etag === undefined ? {} : { "if-none-match": kept.etag }),
    ...(kept.lastModified === undefined ? {} : { "if-modified-since": kept.lastModified }),
  };
}

/**
 * Milliseconds that a server asks to be left alone (RFC 9110 section 10.2.3): its Retry-After in seconds or as a date,
 * at most {@link RETRY_AFTER_MS_MAX}. Undefined when it asks nothing that can be understood, or for a time gone by.
 * @param now milliseconds since the epoch
 */
export function retryAfterMs(fields: ResponseFields, now: number): number | undefined {
  const value = fieldOf(fields, "retry-after").trim();
  const ms = /^\d{1,15}$/.test(value) ? Number(value) * 1000 : HTTP_DATE.test(value) ? Date.parse(value) - now : 0;
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MS_MAX) : undefined;
}

/** @throws FetchFault `bad-redirect` unless there is exactly one Location that is a URL (RFC 9110 section 10.2.2) */
export function locationOf(fields: ResponseFields, base: URL): URL {
  const location = fields["location"];
  const target = typeof location === "string" ? parseUrl(location, base) : undefined;
  if (target === undefined) throw new FetchFault("bad-redirect", "the redirect does not say where to");
  return target;
}
