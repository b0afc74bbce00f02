import { EVENT_BYTES, parseUrl, URL_CHARS, URLS_PER_MAIL } from "@satchel/contracts";
import type { Part } from "../message/part.ts";
import { textOf } from "../message/decoding.ts";
import { fieldsNamed } from "../message/header.ts";
import { linksInHtml } from "./html-links.ts";
import { type FoundLink, isSubscriptionAddress } from "./places.ts";
import { linksInPlain } from "./plain-links.ts";

/** Octets that the links of one mail may take in its event; the rest is for its other fields. */
const LINKS_BYTES = EVENT_BYTES - 32 * 1024;

/** Text that people write and read; a calendar or a business card is not. */
const PLAIN = new Set(["text/plain", "text/markdown", "text/enriched", "text/x-web-markdown"]);

/** The mail has more links than are saved from one. */
export class TooManyLinks extends Error {
  constructor() {
    super(`The mail has more than ${URLS_PER_MAIL} links`);
    this.name = "TooManyLinks";
  }
}

/**
 * The links of a mail in order of appearance, each once, as they were written. What is only quoted in an answer counts when there is
 * nothing else.
 * @throws {TooManyLinks} with more than {@link URLS_PER_MAIL}
 */
export function linksInMail(mail: Part): string[] {
  const links = linksInPart(mail, subscriptionsOf(mail));
  const own = distinct(links.filter(({ place }) => place === "own"));
  return own.length > 0 ? own : distinct(links);
}

/** A link that a browser can open, with its one spelling. */
interface UsableLink extends FoundLink {
  readonly href: string;
}

function linksInPart(part: Part, ended: ReadonlySet<string>): UsableLink[] {
  if (part.type === "multipart/alternative") return linksInAlternatives(part, ended);
  // A signature, a report and what belongs to a page come after what there is to read (RFC 1847, 6522, 2387).
  if (/^multipart\/(?:related|signed|report)$/.test(part.type))
    return rootOf(part).flatMap((one) => linksInPart(one, ended));
  if (part.parts.length > 0) {
    return part.parts.flatMap((one) =>
      linksInPart(one, part.type.startsWith("message/") ? subscriptionsOf(one) : ended),
    );
  }
  if (part.disposition === "attachment") return [];
  if (part.type === "text/html") return usable(linksInHtml(textOf(part)), ended);
  if (part.type === "text/uri-list") return usable(linksInList(textOf(part)), ended);
  return PLAIN.has(part.type) ? usable(linksInPlain(textOf(part)), ended) : [];
}

/** They say the same in several ways, the last one best (RFC 2046 section 5.1.4): the best that has links of its own counts. */
function linksInAlternatives(part: Part, ended: ReadonlySet<string>): UsableLink[] {
  const all = part.parts.map((one) => linksInPart(one, ended)).toReversed();
  return all.find((links) => links.some(({ place }) => place === "own")) ?? all.find((links) => links.length > 0) ?? [];
}

/** The part that is shown; the others are pictures in it, or about it (RFC 2387 section 3.2). */
function rootOf({ parts, params }: Part): readonly Part[] {
  const start = params["start"];
  const named = start === undefined ? [] : parts.filter(({ fields }) => fieldsNamed(fields, "content-id")[0] === start);
  return (named.length > 0 ? named : parts).slice(0, 1);
}

/** RFC 2483 section 5. */
const linksInList = (text: string): FoundLink[] =>
  text.split(/\r?\n/).flatMap((line) => (/^https?:/i.test(line) ? [{ url: line.trim(), place: "own" }] : []));

/** Addresses that end the subscription to a mail by its own word (RFC 2369 section 3.2). */
function subscriptionsOf({ fields }: Part): ReadonlySet<string> {
  const values = ["list-unsubscribe", "list-subscribe", "list-help"].flatMap((name) => fieldsNamed(fields, name));
  const addresses = values.flatMap((value) => value.slice(0, 10_000).match(/https?:[^\s<>,]+/gi) ?? []);
  return new Set(addresses.flatMap((address) => toWebUrl(address)?.href ?? []));
}

function usable(links: Iterable<FoundLink>, ended: ReadonlySet<string>): UsableLink[] {
  const found = new Map<string, UsableLink>();
  for (const link of links) {
    const url = toWebUrl(link.url);
    if (url === undefined || ended.has(url.href) || isSubscriptionAddress(url)) continue;
    const known = found.get(url.href);
    if (known === undefined || (known.place === "quoted" && link.place === "own"))
      found.set(url.href, { ...link, href: url.href });
    // More are too many in any case, and searching for them takes time.
    if (found.size > 10 * URLS_PER_MAIL) throw new TooManyLinks();
  }
  return [...found.values()];
}

function distinct(links: readonly UsableLink[]): string[] {
  const urls = new Map<string, string>();
  for (const { href, url } of links) if (!urls.has(href)) urls.set(href, url);
  if (urls.size > URLS_PER_MAIL || Buffer.byteLength(JSON.stringify([...urls.values()])) > LINKS_BYTES) {
    throw new TooManyLinks();
  }
  return [...urls.values()];
}

function toWebUrl(link: string): URL | undefined {
  if (link.length > URL_CHARS || /[\s\p{Cc}\p{Cs}]/u.test(link)) return undefined;
  const url = parseUrl(link);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
}
