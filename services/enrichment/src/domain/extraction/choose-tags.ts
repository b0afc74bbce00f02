import { TAG_CHARS, TAGS_FROM_PAGE } from "@satchel/contracts/limits";
import { cleanText } from "./clean-text.ts";
import { plainTitle } from "./plain-text.ts";
import { keyOf } from "./title-key.ts";

/** Sources of tags, each as the page's lists. */
type TagSources = {
  /** Written for readers: article tags, JSON-LD keywords, links of the page's tags. */
  forReaders: readonly string[];
  /** Written for search engines. */
  keywords: readonly string[];
  /** Text that may contain hashtags. */
  text: string;
};

/** Separators of keywords in Latin, Chinese, Japanese and Arabic text. */
const SEPARATORS = /[,;|，、；،]/;
/** Candidates that are read, which bounds the work. */
const CANDIDATES = 200;

/** Keywords of one page from which they are spam for search engines. */
const SPAM_FROM = 16;

/** Keywords used of such a list, only those that are also in the page's title or summary. */
const KEYWORDS_OF_SPAM = 3;

/** Words above which a tag is a phrase. */
const TAG_WORDS = 4;

const HASHTAG = /(?<![\p{L}\p{N}&/#])#([\p{L}\p{N}_]{2,40})/gu;

/** Tags that content systems add for their own use: numbers, addresses, `type:article`, `post_tag`, values of no text. */
const FOR_MACHINES =
  /^\d+$|^https?:|^www\.|[:=@{}<>\\]|^[a-z]+_[a-z_]+$|^(?:post|page|id)-\d+$|^(?:object object|undefined|null|nan)$/i;

/**
 * A page's tags: trimmed, without a leading `#`, without the site's own name, and each once, in its first spelling. Those
 * written for readers come first; of long lists of keywords only a few are used.
 */
export function chooseTags({ forReaders, keywords, text }: TagSources, siteNames: readonly string[]): string[] {
  const names = new Set(siteNames.map(keyOf));
  const listed = split(keywords);
  const isSpam = listed.length >= SPAM_FROM;
  const words = ` ${wordsOf(text)} `;
  const believed = isSpam
    ? listed.filter((keyword) => words.includes(` ${wordsOf(keyword)} `)).slice(0, KEYWORDS_OF_SPAM)
    : listed;
  const hashtags = [...text.matchAll(HASHTAG)].map((match) => match[1] ?? "").filter((tag) => /\p{L}/u.test(tag));
  const tags = new Map<string, string>();
  for (const candidate of [...split(forReaders), ...believed, ...hashtags]) {
    const tag = cleanText(candidate.replace(/^[\s#"'“[]+|["'”\]]+$/gu, ""), TAG_CHARS + 1);
    if (tag === undefined || !isTag(tag) || names.has(keyOf(tag))) continue;
    const key = tag.toLowerCase();
    if (!tags.has(key)) tags.set(key, tag);
    if (tags.size === TAGS_FROM_PAGE) break;
  }
  return [...tags.values()];
}

function split(lists: readonly string[]): string[] {
  return lists
    .slice(0, CANDIDATES)
    .flatMap((list) => plainTitle(list).split(SEPARATORS, CANDIDATES))
    .filter((candidate) => candidate.trim() !== "");
}

function isTag(tag: string): boolean {
  return (
    tag.length <= TAG_CHARS &&
    tag.split(" ").length <= TAG_WORDS &&
    /[\p{L}\p{N}]/u.test(tag) &&
    !FOR_MACHINES.test(tag)
  );
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
