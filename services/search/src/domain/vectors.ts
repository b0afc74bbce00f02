import { foldTag, HOST_CHARS, parseUrl } from "@satchel/contracts";
import { otherLexemes, stretchesOf } from "./words.ts";

/** What a word counts by the field that it is in: A title, B tags, C description and address, D notes. */
export type Weight = "A" | "B" | "C" | "D";

/** The last position of a word in a vector, and the positions that one of its words has at most (PostgreSQL manual, 12.11). */
const LAST_POSITION = 16_383;
const POSITIONS_OF_A_WORD = 255;

/** A lexeme as PostgreSQL reads it in `tsvector` and `tsquery`; what its text can't hold is U+FFFD in both. */
export const quoted = (lexeme: string): string =>
  `'${lexeme.toWellFormed().replaceAll("\0", "\ufffd").replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Words of texts and what they are indexed as. */
export interface Indexed {
  /** A `tsvector` as text (PostgreSQL manual, 8.11.1). */
  readonly vector: string;
  /** The words as they are written, each once. */
  readonly words: readonly string[];
}

/**
 * The words of texts with their positions, and their stems at the same positions. Between two stretches of words is a gap,
 * before the first as well, so that no phrase reaches from one text into the next, wherever vectors are joined.
 */
export function indexed(texts: readonly string[], weight: Weight): Indexed {
  const positions = new Map<string, string[]>();
  const words = new Set<string>();
  const put = (lexeme: string, position: number): void => {
    const known = positions.get(lexeme);
    if (known === undefined) positions.set(lexeme, [`${position}${weight}`]);
    else if (known.length < POSITIONS_OF_A_WORD) known.push(`${position}${weight}`);
  };
  let next = 2;
  for (const stretch of texts.flatMap(stretchesOf)) {
    for (const word of stretch) {
      const position = Math.min(next++, LAST_POSITION);
      words.add(word);
      put(word, position);
      for (const lexeme of otherLexemes(word)) put(lexeme, position);
    }
    next++;
  }
  const vector = [...positions].map(([lexeme, at]) => `${quoted(lexeme)}:${at.join(",")}`).join(" ");
  return { vector, words: [...words] };
}

/** Names besides words: they have no position, and no text holds one. */
const withNames = ({ vector, words }: Indexed, names: readonly string[]): Indexed => ({
  vector: [vector, ...names.map(quoted)].filter((part) => part !== "").join(" "),
  words,
});

export const tagName = (tag: string): string => `#${foldTag(tag)}`;
export const siteName = (host: string): string => `@${host}`;

/** Tags by their words, and each as a whole. */
export const indexedTags = (tags: readonly string[]): Indexed => withNames(indexed(tags, "B"), tags.map(tagName));

/** An address by its words, its host, and the domains that the host belongs to, each with a dot at least. */
export function indexedAddress(url: string): Indexed {
  const labels = hostOf(url).split(".");
  const sites = labels.flatMap((_, n) => (n === 0 || n < labels.length - 1 ? [labels.slice(n).join(".")] : []));
  return withNames(indexed([readable(url)], "C"), sites.filter((site) => site !== "").map(siteName));
}

// A host that is too long is none; its labels would come to more than a vector holds (1 MB).
function hostOf(url: string): string {
  const { hostname = "" } = parseUrl(url) ?? {};
  return hostname.length <= HOST_CHARS ? hostname : "";
}

/** An address without its scheme, its escapes undone (RFC 3986 section 2.1); what is no UTF-8 stays as it is. */
const readable = (url: string): string =>
  url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
