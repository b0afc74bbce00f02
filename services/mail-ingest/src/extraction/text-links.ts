import { createRequire } from "node:module";
import { URL_CHARS } from "@satchel/contracts";
import LinkifyIt from "linkify-it";

// The list is a JSON file, which Node 20 imports only with a warning.
const tlds = createRequire(import.meta.url)("tlds") as string[];

// Two searches, since the one for addresses without `http://` takes time that grows with the square of a word's length.
const strict = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false });
const fuzzy = new LinkifyIt().tlds(tlds);

/** Characters of a word that may hold an address, and of one that may hold an address without `http://`. */
const WORD_CHARS = URL_CHARS + 500;
const FUZZY_WORD_CHARS = 500;

// The search tries twice as long with each of these; no domain has so many.
const MANY_LABELS = /(?:xn--[^\s./]*\.){5}/i;

// They end a sentence or a quote where no blanks are written, and stand in no address unescaped.
const EAST_ASIAN_PUNCTUATION = /[，。、；：！？（）【】《》「」『』〈〉]/g;

// An address may follow upon a word there without a blank.
const AFTER_EAST_ASIAN = /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])(?=https?:\/\/)/giu;

/** Characters before a link that are told with it. */
const BEFORE_CHARS = 400;

/** A link in text, and the end of what stands before it. */
export interface TextLink {
  readonly url: string;
  readonly before: string;
}

/** Whether it is worth looking for links in a text: nearly all lines have none, and looking costs. */
export const mayHoldLink = (text: string): boolean => /:\/\/|\.[^\s.]/.test(text);

/**
 * Finds the web links in plain text, in order. `http://` and `https://` always count. Without them only `www.…`, a host with a
 * path, or a host alone on its line does: "Thanks.So" in a sentence is no link although `.so` is a domain.
 */
export function* findInText(text: string): Generator<TextLink> {
  if (!mayHoldLink(text)) return;
  // Some programs escape the ampersands of a URL in plain text too.
  const plain = text.replaceAll("&amp;", "&").replace(EAST_ASIAN_PUNCTUATION, " ").replace(AFTER_EAST_ASIAN, "$1 ");
  for (const { 0: word, index } of plain.matchAll(/\S+/g)) {
    for (const { url, at } of findInWord(word, plain, index)) {
      yield { url, before: plain.slice(Math.max(0, at - BEFORE_CHARS), at) };
    }
  }
}

function findInWord(word: string, text: string, from: number): { url: string; at: number }[] {
  if (/https?:\/\//i.test(word)) {
    if (word.length > WORD_CHARS) return [];
    // The end of the sentence, as in "https://example.com/a?!", is not the end of the address.
    const links = (strict.match(word) ?? []).filter(({ schema }) => /^https?:$/i.test(schema));
    return links.map((link) => ({ url: link.url.replace(/[?!.,;:]+$/, ""), at: from + link.index }));
  }
  if (!mayHoldLink(word) || word.length > FUZZY_WORD_CHARS || MANY_LABELS.test(word)) return [];
  const links = (fuzzy.match(word) ?? []).filter(({ schema }) => schema === "");
  return links.flatMap(({ url, index, lastIndex }) =>
    isMeant(text, from + index, from + lastIndex) ? [{ url, at: from + index }] : [],
  );
}

/** The addresses of the links in a text. */
export const linksInText = (text: string): string[] => [...findInText(text)].map(({ url }) => url);

function isMeant(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  if (/^www\./i.test(found) || found.includes("/")) return true;
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  const after = text.slice(end, end + BEFORE_CHARS);
  return /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*(?:\n|$)/.test(after);
}
