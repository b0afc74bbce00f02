import { URL_CHARS } from "@satchel/contracts";
import LinkifyIt from "linkify-it";
import { parse } from "tldts";
import { endOfAddress, withBlanksForEnds } from "./address-end.ts";

// Only for addresses without `http://`: its time grows with the square of a word's length. It accepts any top-level domain,
// which is then looked up in the public suffix list.
const fuzzy = new LinkifyIt().tlds(["[a-z\\u00a1-\\uffff]{2,63}"]);

/** Characters of a word that may hold an address without `http://`. */
const FUZZY_WORD_CHARS = 500;

// The time of the search doubles with each of these labels; no domain has so many.
const MANY_LABELS = /(?:xn--[^\s./]*\.){5}/i;

// After these scripts an address may follow without a blank.
const AFTER_EAST_ASIAN = /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])(?=www\.)/giu;

// "e.g.", "z.B.": they stand in many lines, and no top-level domain has one letter.
const SHORT_FORM = /^\(?\p{L}(?:\.\p{L}){1,3}\.?[,;:)]?$/u;

/**
 * Ends of file names that are top-level domains too (IANA's root zone database): a name alone on its line with one of them is a file.
 * Left out are `pl`, `io`, `in` and their like, under which far more people name a site than a file.
 */
const FILE_ENDINGS = new Set(["cc", "mc", "md", "ml", "mm", "mov", "pm", "ps", "py", "rs", "sh", "so", "zip"]);

/** Whether a host, as it stands alone on a line, is more likely the name of a file: "conf.pm". */
function isFileName(host: string): boolean {
  const labels = host.toLowerCase().split(".");
  return labels.length === 2 && FILE_ENDINGS.has(labels[1] ?? "");
}

/** "http:/example.com", as browsers read it too. */
const ONE_SLASH = /(?<=^|[\s<("'])(https?:)\/(?=[^\s/])/gim;

/** "feed://example.com/rss", which opens a reader of feeds and is http (draft-obasanjo-feed-URI-scheme-02). */
const FEED = /(?<=^|[\s<("'])feed:(?=\/\/[^\s/])/gim;

/** Characters before a link that are returned with it. */
const BEFORE_CHARS = 400;

/** A link in a text, and the end of the text before it. */
interface TextLink {
  readonly url: string;
  readonly before: string;
}

/** A quick test whether a text can have links: nearly all lines have none, and the search is expensive. */
export const mayHoldLink = (text: string): boolean => /:\/\/|\.[^\s.]/.test(text);

/**
 * Finds the web links in plain text, in order. Addresses with `http://` or `https://` always count. Without a scheme only
 * `www.…`, a host with a path, or a host alone on its line counts, if it is not the name of a file: "Thanks.So" in a
 * sentence is no link, although `.so` is a domain. Decision 54 says where an address ends.
 */
export function* findInText(text: string): Generator<TextLink> {
  if (!mayHoldLink(text)) return;
  // Some programs escape the ampersands of a URL in plain text too. A soft hyphen says where a line may be broken.
  const whole = text
    .replaceAll("\u00ad", "")
    .replaceAll("&amp;", "&")
    .replace(ONE_SLASH, "$1//")
    .replace(FEED, "http:");
  const plain = whole.replace(AFTER_EAST_ASIAN, "$1 ");
  const linkAt = (at: number, url: string): TextLink => ({
    url,
    before: plain.slice(Math.max(0, at - BEFORE_CHARS), at),
  });
  let from = 0;
  for (const { index } of plain.matchAll(/https?:\/\//gi)) {
    if (index < from) continue;
    const hosts = withoutScheme(plain, from, index);
    const last = hosts.at(-1);
    // "www.example.com/?next=https://…" is one address.
    const around =
      last !== undefined && /^\S*[/?]\S*[=/:]$/.test(plain.slice(last.start, index)) ? hosts.pop() : undefined;
    for (const { start, end } of hosts) {
      if (!isLabel(plain.slice(end, index))) yield linkAt(start, `http://${plain.slice(start, end)}`);
    }
    const start = around?.start ?? index;
    from = endOfAddress(plain, start);
    const url = (around === undefined ? "" : "http://") + plain.slice(start, from);
    if (url.length <= URL_CHARS && /:\/\/[^/?#]*[\p{L}\p{N}]/u.test(url)) yield linkAt(start, url);
    from = Math.max(from, index + 1);
  }
  for (const { start, end } of withoutScheme(plain, from, plain.length)) {
    yield linkAt(start, `http://${plain.slice(start, end)}`);
  }
}

/**
 * Whether an address is only the label of the next one, by the text in between:
 * "www.example.com<https://www.example.com/a>".
 */
const isLabel = (between: string): boolean => /^(?:[^\s,;|]*| ?<)$/.test(between);

/** The positions of addresses without `http://` between two positions of a text. */
function withoutScheme(text: string, from: number, to: number): { start: number; end: number }[] {
  const gap = text.slice(from, to);
  if (!mayHoldLink(gap)) return [];
  const found: { start: number; end: number }[] = [];
  for (const { 0: word, index: at } of withBlanksForEnds(gap).matchAll(/\S+/g)) {
    if (!mayHoldLink(word) || SHORT_FORM.test(word) || word.length > FUZZY_WORD_CHARS || MANY_LABELS.test(word))
      continue;
    for (const { schema, index, lastIndex } of fuzzy.match(word) ?? []) {
      if (schema !== "") continue;
      const start = from + at + index;
      const end = endOfAddress(text.slice(0, from + at + lastIndex), start);
      if (parse(text.slice(start, end)).isIcann === true && isMeant(text, start, end)) found.push({ start, end });
    }
  }
  return found;
}

/** The addresses of the links in a text. */
export const linksInText = (text: string): string[] => [...findInText(text)].map(({ url }) => url);

function isMeant(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  if (/^www\./i.test(found) || found.includes("/")) return true;
  const before = withBlanksForEnds(text.slice(Math.max(0, start - BEFORE_CHARS), start));
  const after = withBlanksForEnds(text.slice(end, end + BEFORE_CHARS));
  return !isFileName(found) && /(?:^|\n)[^\S\n]*$/.test(before) && /^[.!?]?[^\S\n]*(?:\n|$)/.test(after);
}
