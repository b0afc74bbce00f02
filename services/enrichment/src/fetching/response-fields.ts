import { parseUrl, parseWebUrl, VALIDATOR_CHARS } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { FILE_NAME_CHARS, REFRESH_CHARS, PAGE_REFRESH_SECONDS, RETRY_AFTER_MS_MAX } from "../limits.ts";
import { FetchFault } from "./fetch-failure.ts";
import type { Validators } from "./fetch-result.ts";

/** The fields of a response's header: names in lower case, repeated fields as arrays. */
export type ResponseFields = Readonly<Record<string, string | string[] | undefined>>;

/** A field's first value; empty if there is none. */
export function fieldOf(fields: ResponseFields, name: string): string {
  const value = fields[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** An entity tag: an opaque quoted string, perhaps weak (RFC 9110 section 8.8.3). */
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/** The preferred form of an HTTP date (RFC 9110 section 5.6.7), the only one still in use. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The validators of an answer. Invalid ones are left out, because they are sent back later. */
export function validatorsOf(fields: ResponseFields): Validators {
  const etag = fieldOf(fields, "etag");
  const lastModified = fieldOf(fields, "last-modified");
  return {
    ...(etag.length <= VALIDATOR_CHARS && ENTITY_TAG.test(etag) ? { etag } : {}),
    ...(HTTP_DATE.test(lastModified) ? { lastModified } : {}),
  };
}

/** The fields that make a request conditional (RFC 9110 section 13.1). Stored validators are validated again. */
export function conditionalFields({ etag = "", lastModified = "" }: Validators) {
  const kept = validatorsOf({ etag, "last-modified": lastModified });
  return compact({ "if-none-match": kept.etag, "if-modified-since": kept.lastModified });
}

/**
 * Milliseconds of a Retry-After (RFC 9110 section 10.2.3), in seconds or as a date, at most {@link RETRY_AFTER_MS_MAX}.
 * Undefined when it is missing, invalid or past.
 * @param now milliseconds since 1970
 */
export function retryAfterMs(fields: ResponseFields, now: number): number | undefined {
  const value = fieldOf(fields, "retry-after").trim();
  const ms = /^\d{1,15}$/.test(value) ? Number(value) * 1000 : HTTP_DATE.test(value) ? Date.parse(value) - now : 0;
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MS_MAX) : undefined;
}

/**
 * Where a redirect leads. An address in raw UTF-8, which the client decoded as ISO 8859-1, is read as browsers do.
 * @throws FetchFault `bad-redirect` unless there is exactly one Location, be it repeated, that is a URL (RFC 9110 section 10.2.2)
 */
export function locationOf(fields: ResponseFields, base: URL): URL {
  const [location, ...others] = new Set([fields["location"] ?? []].flat());
  const isOne = location !== undefined && others.length === 0;
  const target = isOne ? parseUrl(asUtf8(location), base) : undefined;
  if (target === undefined) throw new FetchFault("bad-redirect", "the redirect does not say where to");
  return target;
}

/** Seconds, a separator, and the address, optionally after `url=` and in quotes. */
const REFRESH =
  /^\s*(?=[\d.])(\d{0,9})(?!\d)[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|((?!url\s*=)[^\s"'].*))/is;

/**
 * The target of a refresh, in the header or a `<meta>` (HTML Standard, "shared declarative refresh steps").
 * @returns undefined when it leads to the same or no web address, or is later than {@link PAGE_REFRESH_SECONDS}
 */
export function refreshTarget(refresh: string, base: URL): URL | undefined {
  if (refresh.length > REFRESH_CHARS) return undefined;
  const [, seconds, ...addresses] = REFRESH.exec(refresh) ?? [];
  const address = addresses.find((found) => found !== undefined)?.trim() ?? "";
  if (seconds === undefined || Number(seconds) > PAGE_REFRESH_SECONDS || address === "") return undefined;
  const target = parseWebUrl(address, base);
  if (target === undefined) return undefined;
  return withoutFragment(target) === withoutFragment(base) ? undefined : target;
}

/** An address without its fragment, as it is sent to a server. */
export function withoutFragment({ href }: URL): string {
  return href.replace(/#.*$/s, "");
}

/** Octets of an answer's content by its Content-Length; undefined where it is compressed. */
export function lengthOf(fields: ResponseFields): number | undefined {
  const length = fieldOf(fields, "content-length").trim();
  const isPacked = !/^(?:|identity)$/i.test(fieldOf(fields, "content-encoding").trim());
  return !isPacked && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** UTF-16 units of a Content-Disposition that are read: a name in three spellings, each octet as `%xx`. */
const DISPOSITION_CHARS = 3 * 3 * FILE_NAME_CHARS;

/**
 * The file's name in a Content-Disposition (RFC 6266 section 4.3), without folders: `filename*` (RFC 8187) before
 * `filename`. Nonstandard names are read as browsers do: in raw UTF-8, percent-encoded, or with spaces but without quotes.
 */
export function fileNameOf(fields: ResponseFields): string | undefined {
  const field = fieldOf(fields, "content-disposition").slice(0, DISPOSITION_CHARS);
  const [, charset = "", encoded] = /;\s*filename\*\s*=\s*"?([\w-]{1,20})'[^';]*'([^\s;"]+)/i.exec(field) ?? [];
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;"]+))/i.exec(field) ?? [];
  const named =
    (encoded === undefined ? undefined : fromPercents(encoded, charset)) ??
    plainName(quoted?.replace(/\\(.)/g, "$1") ?? bare);
  const name = named?.split(/[\\/]/).at(-1)?.trim();
  return name === undefined || name === "" || /^\.+$/.test(name) ? undefined : name.slice(0, FILE_NAME_CHARS);
}

/** A name from the field, whose octets the client decoded as ISO 8859-1. */
function plainName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = asUtf8(text);
  return /%[\da-f]{2}/i.test(name) ? (fromPercents(name, "utf-8") ?? name) : name;
}

function asUtf8(octets: string): string {
  return inUtf8(Buffer.from(octets, "latin1")) ?? octets;
}

function fromPercents(text: string, charset: string): string | undefined {
  const octets = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (/[^\0-\u00ff]/.test(octets)) return undefined;
  if (/^iso-8859-1$/i.test(charset)) return octets;
  return /^utf-8$/i.test(charset) ? inUtf8(Buffer.from(octets, "latin1")) : undefined;
}

function inUtf8(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}
