import type { PageKind } from "./article.ts";
import { countWords } from "./count-words.ts";
import type { Features } from "./features-of-text.ts";
import { linkShare, sentencesIn } from "./features-of-text.ts";
import type { Block } from "./page-blocks.ts";

/** Words below which a page without any other sign is a program or a door, not a text. */
const FEW_WORDS = 60;

/** The share of words in links from which a text is a list of links. */
const MOSTLY_LINKS = 0.4;

/** Words for each sentence above which a text is a list, a table or a menu. */
const WORDS_OF_A_LONG_SENTENCE = 45;

/** Scripts whose sentences end with a space, if with anything. */
const WITHOUT_STOPS = /[\p{sc=Thai}\p{sc=Lao}]/u;

/** What kind of page it is, by what it says of itself and by the texts that were chosen. */
export function pageKind(page: Features, ogType: string, chosen: readonly Block[]): PageKind {
  const words = chosen.reduce((sum, block) => sum + block.words.length, 0);
  // Chinese, Japanese and Thai have no spaces between words.
  const isShort = Math.max(words, countWords(chosen)) < FEW_WORDS;
  const linked = chosen.reduce((sum, block) => sum + block.words.length * linkShare(block), 0);
  const sentences = chosen.reduce(
    (sum, { text }) => sum + Math.max(sentencesIn(text), WITHOUT_STOPS.test(text) ? 1 : 0),
    0,
  );
  const says = (name: string): boolean => page[name] === 1;
  if (says("isForumType") || (says("isForumUrl") && !says("isBlogUrl") && !says("isArticleType"))) return "forum";
  if (ogType.startsWith("video") && words < 10 * FEW_WORDS) return "video";
  if (says("isArticleType") || says("isTechType")) return isShort ? "app" : "article";
  if (says("isProductType") || says("isOgProduct") || (says("hasCart") && says("isProductUrl"))) return "product";
  if (isShort) return "app";
  if (says("isListType") || linked > MOSTLY_LINKS * words || says("isCollectionUrl")) return "listing";
  return words > WORDS_OF_A_LONG_SENTENCE * Math.max(1, sentences) ? "listing" : "article";
}
