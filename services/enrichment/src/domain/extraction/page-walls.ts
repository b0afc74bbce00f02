import type { PageDescription } from "@satchel/contracts";
import { TITLE_CHARS } from "../limits.ts";
import { addressWords } from "./address-words.ts";
import type { Wall } from "./extraction.ts";
import type { PageFacts } from "./page-facts.ts";
import { isPlaceholder } from "./placeholder-titles.ts";
import { keyOf, wordsOf } from "./title-key.ts";
import { ADDRESSES, ASKED_FOR, MARKS, PHRASES } from "./wall-signs.ts";
import { withoutSite } from "./without-site.ts";

export type WallSigns = {
  /** The page's source. */
  html: string;
  facts: PageFacts;
  page: PageDescription;
  url: string;
  /** Where it was looked for, before redirects. */
  requestedUrl: string;
  /** Whether the server refused with 401, 402 or 403, and this came with it. */
  isRefused: boolean;
  /** What the site may call itself. */
  siteNames: readonly string[];
  /** Whether the page declares, by Open Graph or JSON-LD, what kind of thing it is. */
  declaresKind: boolean;
  /** Titles that it declares for others to show, by Open Graph, JSON-LD and the like. */
  declaredTitles: readonly string[];
};

/** Words outside of navigation from which a page is no wall: an article about walls has more words than a wall. */
const TALKATIVE = 250;

/** Words from which a page that calls itself an article is one. */
const ARTICLE = 80;

/** Words up to which a page is a bot check: many sites have the scripts of one on every page. */
const CHECK_WORDS = 150;

/** Words up to which a page that asks for a password after a redirect has no other content. */
const PASSWORD_WORDS = 40;

/** UTF-16 units of the source that are searched for marks. */
const SEARCHED = 256 * 1024;

/**
 * The wall in the place of the page, if there is one. Without a redirect and with a success status it is the page
 * itself, whatever its title and length: a sign-in page, an article about "404 Not Found" (decision 23). Only bot
 * checks and requests for consent appear at another page's address.
 *
 * A wall is recognised by its whole title, by where a redirect ended, or by the marks of well-known bot checks, and
 * only if the page has little other text. A refused page is one unless it declares a title.
 */
export function wallOf(signs: WallSigns): Wall | undefined {
  const { html, facts, page, url, requestedUrl, isRefused, declaresKind } = signs;
  const byAddress = addressOf(url, requestedUrl);
  if (byAddress !== undefined) return byAddress;
  const says = titlesOf(signs);
  const byTitle = PHRASES.find(([, phrases]) => says.some((text) => phrases.test(plain(text))))?.[0];
  // Errors appear amid a site's navigation; a bot check has none.
  const words = sizeOf(facts.length.text);
  const allWords = sizeOf(facts.length.all);
  if (isRefused && (byTitle !== undefined || !describesItself(signs))) return byTitle ?? "error";
  const isArticle = page.publishedAt !== undefined || page.mediaType === "article";
  if (words >= TALKATIVE || (isArticle && words >= ARTICLE)) return undefined;
  // A film or a song may have any title; walls declare nothing.
  if (declaresKind && page.previewImageUrl !== undefined) return undefined;
  const isElsewhere = bare(url) !== bare(requestedUrl);
  if (byTitle !== undefined && !isAskedFor(byTitle, says, requestedUrl)) {
    if (byTitle === "consent" || isElsewhere) return byTitle;
    if (byTitle === "bot-check" && allWords < CHECK_WORDS) return byTitle;
  }
  const searched = html.slice(0, SEARCHED);
  if (MARKS.some(({ mark, below }) => allWords < below && searched.includes(mark))) return "bot-check";
  const asks = isElsewhere && facts.asksForPassword && allWords < PASSWORD_WORDS;
  return asks && !isAskedFor("login", says, requestedUrl) ? "login" : undefined;
}

/** What a page is called, with and without its site. A heading counts where the title is the site's, or there is none. */
function titlesOf({ facts, page, siteNames }: WallSigns): string[] {
  const isSite = siteNames.some((name) => keyOf(name) === keyOf(facts.title)) || facts.title.trim() === "";
  const heading = isSite ? (facts.headings[0]?.text ?? "") : "";
  const titles = [facts.title, page.title ?? "", heading].map((title) => title.slice(0, TITLE_CHARS).trim());
  return [...titles, ...titles.map((title) => withoutSite(title, siteNames))];
}

/** Whether a page declares a title of its own, which is no template's, program's or site's. */
function describesItself({ declaredTitles, siteNames }: WallSigns): boolean {
  return declaredTitles.some(
    (title) => !isPlaceholder(title) && !siteNames.some((name) => keyOf(name) === keyOf(title)),
  );
}

function sizeOf({ words, characters }: PageFacts["length"]["all"]): number {
  return words + characters / 2;
}

/** A wall by the address at which a redirect ended; the requested address itself is none. */
function addressOf(url: string, requestedUrl: string): Wall | undefined {
  if (bare(url) === bare(requestedUrl)) return undefined;
  return ADDRESSES.find(([, pattern]) => pattern.test(bare(url)) && !pattern.test(bare(requestedUrl)))?.[0];
}

/** Whether the wall is what was saved: its address says so, or has the words of its title. */
function isAskedFor(wall: Wall, titles: readonly string[], requestedUrl: string): boolean {
  if (ASKED_FOR.some(([kind, pattern]) => kind === wall && pattern.test(bare(requestedUrl)))) return true;
  const address = ` ${addressWords(requestedUrl).join(" ")} `;
  return titles.some((title) => title !== "" && address.includes(` ${wordsOf(title).join(" ")} `));
}

/** A title in the form in which phrases are written: lower case, plain apostrophes, no dots or site's name behind it. */
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

/**
 * An address without its scheme, `www.`, fragment and last slash: redirects between such forms lead to the same page.
 */
function bare(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/#.*$/s, "")
    .replace(/\/$/, "");
}
