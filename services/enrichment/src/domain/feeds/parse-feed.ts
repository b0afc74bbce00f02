import { FEED_ITEMS, FEED_TITLE_CHARS, parseUrl, TITLE_CHARS, URL_CHARS } from "@satchel/contracts";
import { decodeHTML } from "entities";
import { cleanText } from "../extraction/clean-text.ts";
import type { FeedItem, ParsedFeed, RawItem } from "./feed.ts";
import { readJsonFeed } from "./json-feed.ts";
import { readXmlFeed } from "./xml-feed.ts";

/**
 * Reads a feed: Atom (RFC 4287), RSS 0.9 to 2.0, or JSON Feed 1.
 * @param base its address, for relative ones
 * @returns undefined for what is none of them
 */
export function parseFeed(text: string, base: string): ParsedFeed | undefined {
  const raw = /^[\s\ufeff]*\{/.test(text) ? readJsonFeed(text) : readXmlFeed(text, base);
  if (raw === undefined) return undefined;
  const items = new Map<string, FeedItem>();
  for (const one of raw.items.slice(0, FEED_ITEMS)) {
    const item = itemOf(one, base);
    if (item !== undefined && !items.has(item.id)) items.set(item.id, item);
  }
  return { title: plain(raw.title, FEED_TITLE_CHARS) || new URL(base).host, items: [...items.values()] };
}

/** Characters of an id that are told apart: ids are addresses, mostly. */
const ID_CHARS = 2000;

function itemOf({ id = "", link = "", title = "", date = "" }: RawItem, base: string): FeedItem | undefined {
  // A guid is an address where nothing else is one (RSS 2.0, isPermaLink).
  const named = link.trim() === "" ? undefined : parseUrl(link.trim(), new URL(base));
  const url = named ?? parseUrl(id.trim());
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href.length > URL_CHARS) return undefined;
  const time = timeOf(date.trim());
  return {
    id: (id.trim() || url.href).slice(0, ID_CHARS),
    url: url.href,
    title: plain(title, TITLE_CHARS),
    publishedAt: time >= 0 && time < Date.UTC(3000, 0) ? new Date(time) : undefined,
  };
}

/** A title without markup and invisible marks, in one line: many feeds have HTML in it, escaped once or twice. */
const plain = (text: string, chars: number): string =>
  cleanText(withoutTags(decodeHTML(withoutTags(text.slice(0, 4 * chars)))), chars) ?? "";

/** Elements of HTML that need no end tag. */
const WITHOUT_END = ["br", "hr", "img", "p", "wbr"];

/** An element that never ends is no markup but what the title is about: "How to center a <div>". */
function withoutTags(text: string): string {
  const ended = new Set([...text.matchAll(/<\/([a-z][^\s<>]*)/gi)].map(([, name = ""]) => name.toLowerCase()));
  const isMarkup = (name: string): boolean => WITHOUT_END.includes(name) || ended.has(name);
  return text.replace(/<[^<>]*>/g, (tag) => {
    const [, name = ""] = /^<([a-z][^\s>/]*)/i.exec(tag) ?? [];
    return /^<[/!?]/.test(tag) || isMarkup(name.toLowerCase()) ? " " : tag;
  });
}

/** Milliseconds since 1970 of a date as RFC 822 or ISO 8601 writes it; in a zone with another name, as if it was UTC. */
function timeOf(date: string): number {
  const time = Date.parse(date);
  return Number.isNaN(time) ? Date.parse(date.replace(/ [A-Z]{3,5}$/, " GMT")) : time;
}
