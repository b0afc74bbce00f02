import { domainToUnicode } from "node:url";
import { foldTag, HOST_CHARS, parseUrl, siteHost, type UserId } from "@satchel/contracts";
import { readable } from "./address.ts";
import { lexemesOf, wordSequences } from "./words.ts";

/**
 * PostgreSQL's weights of words by field: A title, B tags, C description and address, D notes. Of passages: A what is
 * highlighted, B its note, D a page's text, C the words of its link.
 */
export type Weight = "A" | "B" | "C" | "D";

/** Most words have none of these. */
const SPECIAL = /[\0\\'\ud800-\udfff]/;

/** A quoted lexeme for `tsvector` and `tsquery`; characters that PostgreSQL can't store become U+FFFD in both. */
export const quoted = (lexeme: string): string =>
  SPECIAL.test(lexeme)
    ? `'${lexeme.toWellFormed().replaceAll("\0", "\ufffd").replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${lexeme}'`;

/** The words of texts, and their vector for the index. */
export interface IndexedText {
  /** A `tsvector` as text (PostgreSQL manual, 8.11.1). */
  readonly vector: string;
  /** The folded words, each once. */
  readonly words: readonly string[];
}

/**
 * The words of texts with their positions, and their stems at the same positions: PostgreSQL unites those of a lexeme, and
 * leaves out what it can't store. Before each sequence of words there is a gap, so that no phrase matches across two texts or
 * two concatenated vectors.
 */
export function indexed(texts: readonly string[], weight: Weight): IndexedText {
  const positions = new Map<string, string>();
  let next = 2;
  for (const sequence of texts.flatMap(wordSequences)) {
    for (const word of sequence) {
      const before = positions.get(word);
      const position = `${next++}${weight}`;
      positions.set(word, before === undefined ? position : `${before},${position}`);
    }
    next++;
  }
  const vector: string[] = [];
  for (const [word, at] of positions) {
    for (const lexeme of lexemesOf(word)) vector.push(`${quoted(lexeme)}:${at}`);
  }
  return { vector: vector.join(" "), words: [...positions.keys()] };
}

/** Octets of lexemes in a vector without places; what PostgreSQL adds to each, and the words of a link, fit beside them. */
const LEXEME_BYTES = 600_000;

/**
 * The lexemes of a vector in which places don't count: all have the same place, so that no phrase matches them. It stops reading
 * when the vector is full: a text has up to 150,000 words, and finding their stems takes a second.
 */
export function* withoutPlaces(words: Iterable<string>, weight: Weight): Generator<string> {
  const seen = new Set<string>();
  let left = LEXEME_BYTES;
  for (const word of words) {
    for (const lexeme of lexemesOf(word)) {
      if (seen.has(lexeme)) continue;
      seen.add(lexeme);
      const part = quoted(lexeme);
      left -= Buffer.byteLength(part);
      if (left < 0) return;
      yield `${part}:3${weight}`;
    }
  }
}

/** Adds the lexemes of names (`#tag`, `@host`, `=owner`). They have no position, and no word of a text begins like them. */
export const withNames = ({ vector, words }: IndexedText, names: readonly string[]): IndexedText => ({
  vector: [vector, ...names.map(quoted)].filter((part) => part !== "").join(" "),
  words,
});

export const tagName = (tag: string): string => `#${foldTag(tag)}`;
const hostName = (host: string): string => `@${host}`;

/** The lexeme of a site, which may be a URL, or a host with a leading "*." or ".". */
export function siteName(site: string): string {
  const named = site.replace(/^\*?\./, "");
  const { hostname } = parseUrl(/^https?:/i.test(named) ? named : `http://${named}`) ?? {};
  return hostName(hostname || named.toLowerCase().replace(/:\d+$/, ""));
}

/** Each row of an index has the lexeme of its owner. */
export const ownerName = (userId: UserId): string => `=${userId}`;

/** A `tsquery` limited to what a user owns: every look into an index of words has to be. */
export const ownedBy = (userId: UserId, query: string): string => `${quoted(ownerName(userId))} & (${query})`;

/** Tags, indexed by their words and each as a whole. */
export const indexedTags = (tags: readonly string[]): IndexedText => withNames(indexed(tags, "B"), tags.map(tagName));

/**
 * An address, indexed by its words, its host, and the domains of the host that have at least one dot. The words of a host in
 * letters beyond ASCII are those that people write (RFC 5890).
 */
export function indexedAddress(url: string): IndexedText {
  const host = siteHost(url);
  // A host that is too long is ignored: its labels would exceed the size of a vector (1 MB).
  const labels = host.length <= HOST_CHARS ? host.split(".") : [];
  const sites = labels.flatMap((_, n) => (n === 0 || n < labels.length - 1 ? [labels.slice(n).join(".")] : []));
  const written = labels.some((label) => label.startsWith("xn--")) ? domainToUnicode(host) : "";
  return withNames(indexed([readable(url), written], "C"), sites.filter((site) => site !== "").map(hostName));
}

/** Characters of a part of a long text: its vector stays below 1 MB, and most of its words have positions of their own. */
const PART_CHARS = 50_000;

/** A text in parts, cut between words where there are spaces. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = at + PART_CHARS;
    const space = end < text.length ? text.lastIndexOf(" ", end) : text.length;
    const next = space > at ? Math.min(space + 1, text.length) : end;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts;
}
