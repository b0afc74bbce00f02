import { TITLE_CHARS } from "@satchel/contracts/limits";
import type { PageDescription } from "@satchel/contracts";
import { addressWords } from "./address-words.ts";
import type { Wall } from "./extraction.ts";
import type { PageFacts } from "./page-facts.ts";
import { isPlaceholder } from "./placeholder-titles.ts";
import { keyOf, wordsOf } from "./title-key.ts";
import { ADDRESSES, SAVED_ON_PURPOSE, MARKS, PHRASES } from "./wall-signs.ts";
import { bareUrl } from "./web-url.ts";
import { withoutSite } from "./without-site.ts";
import { sizeOf } from "./word-count.ts";

export type WallSigns = {
  /** The page's source. */
  html: string;
  facts: PageFacts;
  page: PageDescription;
  url: string;
  /** The requested address, before redirects. */
  requestedUrl: string;
  /** Whether it was sent with 401, 402 or 403. */
  isRefused: boolean;
  /** Possible names of the site. */
  siteNames: readonly string[];
  /** Whether the page declares its kind by Open Graph or JSON-LD. */
  declaresKind: boolean;
  /** Titles in its Open Graph, JSON-LD and similar metadata. */
  declaredTitles: readonly string[];
};

/** Words outside of navigation from which a page is no wall, but perhaps an article about walls. */
const WORDS_OF_NO_WALL = 250;

/** Words from which a page that is marked as an article is one. */
const ARTICLE = 80;

/** Words up to which a page may be a bot check: many sites have its scripts on every page. */
const CHECK_WORDS = 150;

/** Words up to which a page that asks for a password after a redirect has no other content. */
const PASSWORD_WORDS = 40;

/** UTF-16 units of the source that are searched for marks. */
const SEARCHED = 256 * 1024;

/**
 * The wall that was sent instead of the page, if any. An answer without a redirect and with a success status is the page
 * itself, whatever its title and length: a sign-in page, an article about "404 Not Found" (decision 23). Only bot checks and
 * requests for consent appear at the address of another page.
 *
 * A wall is recognised by its whole title, by where a redirect ended, or by the marks of well-known bot checks, and only if
 * the page has little other text. A refused page is one unless it declares a title.
 */
export function wallOf(signs: WallSigns): Wall | undefined {
  const { html, facts, page, url, requestedUrl, isRefused, declaresKind } = signs;
  const byAddress = addressOf(url, requestedUrl);
  if (byAddress !== undefined) return byAddress;
  const says = titlesOf(signs);
  const byTitle = PHRASES.find(([, phrases]) => says.some((text) => phrases.test(plain(text))))?.[0];
  // Error pages have the site's navigation; bot checks have none.
  const words = sizeOf(facts.length.text);
  const allWords = sizeOf(facts.length.all);
  if (isRefused && (byTitle !== undefined || !describesItself(signs))) return byTitle ?? "error";
  const isArticle = page.publishedAt !== undefined || page.mediaType === "article";
  if (words >= WORDS_OF_NO_WALL || (isArticle && words >= ARTICLE)) return undefined;
  // A film or a song may have any title; walls have no such metadata.
  if (declaresKind && page.previewImageUrl !== undefined) return undefined;
  const isElsewhere = bareUrl(url) !== bareUrl(requestedUrl);
  if (byTitle !== undefined && !isRequested(byTitle, says, requestedUrl)) {
    if (byTitle === "consent" || isElsewhere) return byTitle;
    if (byTitle === "bot-check" && allWords < CHECK_WORDS) return byTitle;
  }
  const searched = html.slice(0, SEARCHED);
  if (MARKS.some(({ mark, below }) => allWords < below && searched.includes(mark))) return "bot-check";
  const asks = isElsewhere && facts.asksForPassword && allWords < PASSWORD_WORDS;
  return asks && !isRequested("login", says, requestedUrl) ? "login" : undefined;
}

/** The titles of a page, with and without the site's name. A heading counts if the title is missing or the site's. */
function titlesOf({ facts, page, siteNames }: WallSigns): string[] {
  const isSite = siteNames.some((name) => keyOf(name) === keyOf(facts.title)) || facts.title.trim() === "";
  const heading = isSite ? (facts.headings[0]?.text ?? "") : "";
  const titles = [facts.title, page.title ?? "", heading].map((title) => title.slice(0, TITLE_CHARS).trim());
  return [...titles, ...titles.map((title) => withoutSite(title, siteNames))];
}

/** Whether a page declares a title of its own, and not that of a template, program or site. */
function describesItself({ declaredTitles, siteNames }: WallSigns): boolean {
  return declaredTitles.some(
    (title) => !isPlaceholder(title) && !siteNames.some((name) => keyOf(name) === keyOf(title)),
  );
}

/** The wall at whose address a redirect ended, if any. */
function addressOf(url: string, requestedUrl: string): Wall | undefined {
  if (bareUrl(url) === bareUrl(requestedUrl)) return undefined;
  return ADDRESSES.find(([, pattern]) => pattern.test(bareUrl(url)) && !pattern.test(bareUrl(requestedUrl)))?.[0];
}

/** Whether the wall itself was saved: its address matches a wall's, or has the words of its title. */
function isRequested(wall: Wall, titles: readonly string[], requestedUrl: string): boolean {
  if (SAVED_ON_PURPOSE.some(([kind, pattern]) => kind === wall && pattern.test(bareUrl(requestedUrl)))) return true;
  const address = ` ${addressWords(requestedUrl).join(" ")} `;
  return titles.some((title) => title !== "" && address.includes(` ${wordsOf(title).join(" ")} `));
}

/** A title normalised for phrases: lower case, plain apostrophes, without marks at its ends. */
function plain(text: string): string {
  const line = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  return line
    .slice(0, 200)
    .replace(/^[\s⚠🔒🚫❌:–—-]+/u, "")
    .replace(/[\s.…!?。！？]+$/u, "");
}
