import { FEED_ITEMS, parseUrl, URL_CHARS } from "@satchel/contracts";
import { Parser } from "htmlparser2";
import type { RawFeed, RawItem } from "./feed.ts";

/** Characters of one element that are read. */
const TEXT_CHARS = 10_000;

/** Elements within each other that are looked at: a feed needs six. */
const DEPTH = 32;

/** Elements within each other of articles; beyond it is no feed: the parser's time grows with the square of the depth. */
const DEPTH_MAX = 500;

/** Characters that are parsed before the depth is looked at. */
const PIECE_CHARS = 16 * 1024;

/** Root elements: Atom, RSS 0.91 to 2.0, RSS 0.9 and 1.0. */
const ROOTS = new Set(["feed", "rss", "rdf:rdf"]);

/** The fields of items by the elements that have them, the first that is there. */
const FIELDS: Readonly<Record<string, keyof RawItem>> = {
  id: "id",
  guid: "id",
  title: "title",
  "dc:title": "title",
  link: "link",
  published: "date",
  pubdate: "date",
  issued: "date",
  "dcterms:issued": "date",
  updated: "date",
  modified: "date",
  "dcterms:modified": "date",
  "dc:date": "date",
};

/**
 * Reads Atom and RSS in one pass, as broken as they are. The parser knows no document types, so there are no entities to
 * expand and nothing to load.
 * @param base the feed's address: links are made absolute by it and by `xml:base` (RFC 4287 section 2)
 * @returns undefined for XML of another kind, HTML included
 */
export function readXmlFeed(text: string, base: string): RawFeed | undefined {
  const feed: RawFeed = { title: "", items: [] };
  const path: string[] = [];
  /** The base of each open element, by its depth. */
  const bases: string[] = [base];
  let depth = 0;
  let isFeed: boolean | undefined;
  let prefix = "";
  let item: RawItem | undefined;
  let itemDepth = 0;
  /** The element whose text is being read. */
  let reading: { readonly depth: number; text: string } | undefined;

  const nameOf = (tag: string): string => {
    const name = tag.toLowerCase();
    return prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        depth++;
        if (isFeed === undefined) {
          const root = tag.toLowerCase();
          // Atom may have a prefix of its own: `<atom:feed>`.
          if (root === "atom:feed") prefix = "atom:";
          isFeed = ROOTS.has(nameOf(root));
        }
        if (!isFeed || depth > DEPTH) return;
        const name = nameOf(tag);
        path[depth] = name;
        bases[depth] = baseOf(attributes["xml:base"], bases[depth - 1] ?? base);
        if ((name === "item" || name === "entry") && item === undefined) {
          item = {};
          itemDepth = depth;
          return;
        }
        if (item !== undefined && depth !== itemDepth + 1) return;
        const { href, rel = "alternate" } = attributes;
        if (item !== undefined && name === "link" && href !== undefined) {
          if (rel === "alternate" && href.trim() !== "") item.link ??= absolute(href, bases[depth] ?? base);
          return;
        }
        const isTitle = item === undefined && name === "title" && isHead(path[depth - 1]);
        if (isTitle || (item !== undefined && FIELDS[name] !== undefined)) reading = { depth, text: "" };
      },
      ontext(part) {
        if (reading !== undefined && reading.text.length < TEXT_CHARS) reading.text += part.slice(0, TEXT_CHARS);
      },
      onclosetag() {
        const name = path[depth] ?? "";
        if (reading?.depth === depth) {
          const field = FIELDS[name];
          if (item === undefined) feed.title ||= reading.text;
          else if (field !== undefined && reading.text.trim() !== "") {
            item[field] ??= field === "link" ? absolute(reading.text, bases[depth] ?? base) : reading.text;
          }
          reading = undefined;
        }
        if (item !== undefined && depth === itemDepth) {
          if (feed.items.length < FEED_ITEMS) feed.items.push(item);
          item = undefined;
        }
        depth--;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    parser.write(text.slice(at, at + PIECE_CHARS));
    if (depth > DEPTH_MAX || isFeed === false) return undefined;
  }
  parser.end();
  return isFeed === true ? feed : undefined;
}

/** Whether a title below an element is the feed's: an image of RSS has one, too. */
const isHead = (parent: string | undefined): boolean => parent === "feed" || parent === "channel";

/** An address by a base; the base itself where there is none, and what is no address as it stands. */
const absolute = (href = "", base: string): string =>
  href.trim() === "" ? base : (parseUrl(href.trim(), base)?.href ?? href);

/**
 * The base of an element within one of another base. What is too long for a link is no base: each relative address would
 * take as long as its base to resolve.
 */
function baseOf(href: string | undefined, outer: string): string {
  const base = absolute(href, outer);
  return base.length <= URL_CHARS ? base : outer;
}
