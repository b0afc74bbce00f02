import {
  ATTACHED_TEXT_BYTES,
  EVENT_BYTES,
  URLS_PER_MAIL,
  URL_CHARS,
  parseUrl,
  parseWebUrl,
  domainOf,
} from "@satchel/contracts";
import type { Part } from "../message/part.ts";
import { textOf } from "../message/decoding.ts";
import { fieldsNamed } from "../message/header.ts";
import { authorOf } from "../message/author.ts";
import { linksInHtml } from "./html-links.ts";
import { titleOfWords } from "./link-title.ts";
import { type FoundLink, isSubscriptionAddress } from "./places.ts";
import { linksInPlain } from "./plain-links.ts";
import { isAdvertisement, isProgramPage } from "./program-footers.ts";
import { addressInPart, isShortcut } from "./shortcuts.ts";
import type { Subject } from "./subject.ts";
import type { MailKind } from "./subject-prefixes.ts";
import { linksInText } from "./text-links.ts";
import { unwrap } from "./wrappers.ts";

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

/** Words of links, in one part of a mail, that are looked at for titles. */
const WORDS_READ = 10 * URLS_PER_MAIL;

/** The title of a link by its words, with the link's index in the mail's `urls`. */
export interface LinkTitle {
  readonly url: number;
  readonly title: string;
}

/** The links of a mail. */
interface MailLinks {
  /** Whether the mail forwards a newsletter: a text with links that end a subscription. */
  readonly isNewsletter: boolean;
  /** In order of appearance, each once, as they were written; at most {@link URLS_PER_MAIL}. */
  readonly urls: readonly string[];
  /** Of those links whose words in HTML are good for one. */
  readonly titles: readonly LinkTitle[];
  /** Whether they are from quoted text, because the sender wrote none. */
  readonly areQuoted: boolean;
}

/** The places of links, the best first: only links of the first place that has some are saved. */
const PLACES = ["own", "subject", "attached", "quoted", "footer"] as const;

/** Those in which its sender may mean a link although something else of the mail is saved. */
const MEANT: readonly (typeof PLACES)[number][] = ["own", "subject", "attached"];

interface LinksOptions {
  /** Parts that become items as they are: they are not searched. */
  readonly kept?: ReadonlySet<Part>;
  /** Whether a forwarded newsletter becomes an item in the place of its links: then those that its sender added are left. Default false. */
  readonly keepsNewsletters?: boolean;
  /** Whether something else of the mail is saved, so that what is quoted, and footers, are not meant. Default false. */
  readonly hasItems?: boolean;
}

/**
 * The links that the sender of a mail means (decision 54): those in the sender's own text, else in the subject, else in an
 * attached file with one link, else in quoted text, else in footers.
 * @throws {TooManyLinks} with more than {@link URLS_PER_MAIL}
 */
export function linksInMail(
  mail: Part,
  { written, kind }: Pick<Subject, "written" | "kind">,
  { kept = new Set(), keepsNewsletters = false, hasItems = false }: LinksOptions = {},
): MailLinks {
  const reading = { kind, subscriptionUrls: subscriptionUrlsOf(mail), senderHosts: senderHostsOf(mail), kept };
  const links = linksInPart(mail, reading);
  const bySubject = usable(
    linksInText(written).map((url) => ({ url, place: "own" as const })),
    reading,
  );
  const isNewsletter = links.some(({ place, isForwarded }) => place === "subscription" && isForwarded);
  if (isNewsletter && keepsNewsletters) {
    const added = links.filter(({ place, isForwarded }) => place === "own" && isForwarded !== true);
    return { ...distinct(added), areQuoted: false, isNewsletter };
  }
  for (const place of hasItems ? MEANT : PLACES) {
    const found = place === "subject" ? bySubject : links.filter((link) => link.place === place);
    if (found.length === 0) continue;
    // The subject of an answer is that of the mail that is answered.
    const areQuoted = place === "quoted" || (place === "subject" && kind === "answer");
    return { ...distinct(found), areQuoted, isNewsletter };
  }
  return { urls: [], titles: [], areQuoted: false, isNewsletter };
}

/** The context in which a part is read. */
interface ReadingContext {
  readonly kind: MailKind | undefined;
  /** Addresses for the mail's subscription, as `URL.href`. */
  readonly subscriptionUrls: ReadonlySet<string>;
  /** Hosts of the sender's address. */
  readonly senderHosts: ReadonlySet<string>;
  readonly kept: ReadonlySet<Part>;
}

/** A link that a browser can open, with its one spelling. */
interface UsableLink extends FoundLink {
  readonly href: string;
  readonly title?: string;
}

function linksInPart(part: Part, reading: ReadingContext): UsableLink[] {
  if (reading.kept.has(part)) return [];
  if (part.type === "multipart/alternative") return linksInAlternatives(part, reading);
  // The text comes first, before signature, report data or parts of a page (RFC 1847, 6522, 2387).
  if (/^multipart\/(?:related|signed|report)$/.test(part.type))
    return rootOf(part).flatMap((one) => linksInPart(one, reading));
  if (part.parts.length > 0) {
    // A mail within the mail was forwarded, whatever its own subject says.
    const inner = (one: Part): ReadingContext => ({
      ...reading,
      kind: undefined,
      subscriptionUrls: subscriptionUrlsOf(one),
      senderHosts: new Set(),
    });
    return part.parts.flatMap((one) => linksInPart(one, part.type.startsWith("message/") ? inner(one) : reading));
  }
  if (isShortcut(part)) {
    const url = addressInPart(part);
    return url === undefined ? [] : usable([{ url, place: "own" }], reading);
  }
  if (part.disposition !== "attachment") return linksInLeaf(part, reading);
  if (part.content.length > ATTACHED_TEXT_BYTES) return [];
  const links = linksInLeaf(part, reading).filter(isSaved);
  return links.length === 1 ? links.map((link) => ({ ...link, place: "attached" })) : [];
}

function linksInLeaf(part: Part, reading: ReadingContext): UsableLink[] {
  if (part.type === "text/html") return usable(linksInHtml(textOf(part), reading.kind), reading);
  if (part.type === "text/uri-list") return usable(linksInList(textOf(part)), reading);
  return PLAIN.has(part.type) ? usable(linksInPlain(textOf(part), reading.kind), reading) : [];
}

/**
 * Alternatives of the same content, the last one best (RFC 2046 section 5.1.4): the best one with links of its own counts.
 */
function linksInAlternatives(part: Part, reading: ReadingContext): UsableLink[] {
  const all = part.parts.map((one) => linksInPart(one, reading)).toReversed();
  return (
    all.find((links) => links.some(({ place }) => place === "own")) ??
    all.find((links) => links.some(isSaved)) ??
    all.find((links) => links.length > 0) ??
    []
  );
}

/** Whether a link may be saved: links that end subscriptions never are. */
const isSaved = ({ place }: FoundLink): boolean => place !== "subscription";

/** The part that is shown; the others belong to it, such as its pictures (RFC 2387 section 3.2). */
function rootOf({ parts, params }: Part): readonly Part[] {
  const start = params["start"];
  const named = start === undefined ? [] : parts.filter(({ fields }) => fieldsNamed(fields, "content-id")[0] === start);
  const root = (named.length > 0 ? named : parts).slice(0, 1);
  // The root of a picture message of a phone only says how its texts and pictures are arranged.
  return root.some(({ type }) => type === "application/smil") ? parts : root;
}

/** RFC 2483 section 5. */
const linksInList = (text: string): FoundLink[] =>
  text.split(/\r?\n/).flatMap((line) => (/^https?:/i.test(line) ? [{ url: line.trim(), place: "own" }] : []));

/** Addresses of the List-* fields for the mail's subscription (RFC 2369 section 3.2). */
function subscriptionUrlsOf({ fields }: Part): ReadonlySet<string> {
  const values = ["list-unsubscribe", "list-subscribe", "list-help"].flatMap((name) => fieldsNamed(fields, name));
  const addresses = values.flatMap((value) => value.slice(0, 10_000).match(/https?:[^\s<>,]+/gi) ?? []);
  return new Set(addresses.flatMap((address) => toWebUrl(address)?.href ?? []));
}

/** The host of the sender's address, with and without `www.`: companies put it into all their mails. */
function senderHostsOf({ fields }: Part): ReadonlySet<string> {
  const author = authorOf(fields) ?? "";
  const domain = parseUrl(`http://${domainOf(author)}`)?.hostname;
  return new Set(domain === undefined ? [] : [domain, `www.${domain}`]);
}

function usable(links: Iterable<FoundLink>, { subscriptionUrls, senderHosts }: ReadingContext): UsableLink[] {
  const found = new Map<string, UsableLink>();
  const titles = new Map<string, string>();
  let wordsRead = 0;
  const keepTitle = (href: string, { words }: FoundLink): void => {
    if (words === undefined || titles.has(href) || wordsRead++ >= WORDS_READ) return;
    const title = titleOfWords(words, href);
    if (title !== undefined) titles.set(href, title);
  };
  /** By place and spelling: the link, where it is usable. */
  const seen = new Map<string, string | undefined>();
  for (const link of links) {
    // Parsing an address is the most expensive step here.
    const spelling = `${link.place} ${link.url}`;
    const known = seen.get(spelling);
    if (known !== undefined) keepTitle(known, link);
    if (seen.has(spelling)) continue;
    seen.set(spelling, undefined);
    // Forms with "http://" in them are filled with whole addresses.
    const written = unwrap(link.url.replace(/^https?:\/\/(?=https?:\/\/)/i, ""));
    const url = toWebUrl(written);
    if (url === undefined || isAdvertisement(url)) continue;
    seen.set(spelling, url.href);
    keepTitle(url.href, link);
    const isHome = senderHosts.has(url.hostname) && url.pathname === "/" && url.search === "" && url.hash === "";
    const own = link.place === "own" && (isHome || isProgramPage(url)) ? "footer" : link.place;
    const place = subscriptionUrls.has(url.href) || isSubscriptionAddress(url) ? "subscription" : own;
    const before = found.get(url.href);
    if (before === undefined || !isSaved(before) || (before.place !== "own" && place === "own"))
      found.set(url.href, { ...link, url: written, place, href: url.href });
    // The mail will be refused with more, so the search ends here.
    if (found.size > 10 * URLS_PER_MAIL) throw new TooManyLinks();
  }
  return [...found.values()].map((link) => {
    const title = titles.get(link.href);
    return title === undefined ? link : { ...link, title };
  });
}

function distinct(links: readonly UsableLink[]): Pick<MailLinks, "urls" | "titles"> {
  const urls = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const { href, url, title } of links) {
    if (!urls.has(href)) urls.set(href, url);
    if (title !== undefined && !titles.has(href)) titles.set(href, title);
  }
  if (urls.size > URLS_PER_MAIL || Buffer.byteLength(JSON.stringify([...urls.values()])) > LINKS_BYTES) {
    throw new TooManyLinks();
  }
  return {
    urls: [...urls.values()],
    titles: [...urls.keys()].flatMap((href, url) => {
      const title = titles.get(href);
      return title === undefined ? [] : [{ url, title }];
    }),
  };
}

function toWebUrl(link: string): URL | undefined {
  return link.length > URL_CHARS || /[\s\p{Cc}\p{Cs}]/u.test(link) ? undefined : parseWebUrl(link);
}
