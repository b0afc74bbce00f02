import type { PageDescription } from "@satchel/contracts";
import { TITLE_CHARS } from "../limits.ts";
import type { Wall } from "./extraction.ts";
import type { PageFacts } from "./page-facts.ts";
import { ADDRESSES, MARKS, PHRASES } from "./wall-signs.ts";
import { withoutSite } from "./without-site.ts";

export type WallSigns = {
  /** The page's source. */
  html: string;
  facts: PageFacts;
  page: PageDescription;
  url: string;
  requestedUrl: string;
  /** What the site may call itself. */
  siteNames: readonly string[];
  /** Whether the page declares, by Open Graph or JSON-LD, what kind of thing it is. */
  declaresKind: boolean;
};

/** Words outside of navigation from which a page has something to say: somebody who writes about walls writes more than a wall. */
const TALKATIVE = 250;

/** Words from which a page that calls itself an article is one. */
const ARTICLE = 80;

/** Words up to which a mark of a bot check counts: many sites have its scripts on every page. */
const CHECK_WORDS = 150;

/** UTF-16 units of the source that are searched for marks. */
const SEARCHED = 256 * 1024;

/**
 * What stands between the reader and the page, if anything does: told by the whole title or heading (never by a part of
 * it), by where a redirect ended, or by the marks of well-known bot checks; and only if the page has little else to say.
 */
export function wallOf(signs: WallSigns): Wall | undefined {
  const { html, facts, page, url, requestedUrl, siteNames, declaresKind } = signs;
  // Errors stand amid all the navigation of a site; what its checks for robots show is bare.
  const words = sizeOf(facts.length.text);
  const allWords = sizeOf(facts.length.all);
  const isArticle = page.publishedAt !== undefined || page.mediaType === "article";
  const byAddress = addressOf(url, requestedUrl);
  if (byAddress !== undefined) return byAddress;
  if (words >= TALKATIVE || (isArticle && words >= ARTICLE)) return undefined;
  // A film or a song may have any title; walls declare nothing.
  if (declaresKind && page.previewImageUrl !== undefined) return undefined;
  const heading = facts.headings[0]?.text ?? "";
  const titles = [facts.title, page.title ?? "", heading].map((title) => title.slice(0, TITLE_CHARS).trim());
  const says = [...titles, ...titles.map((title) => withoutSite(title, siteNames))].map(plain);
  for (const [wall, phrases] of PHRASES) {
    if (says.some((text) => phrases.test(text)) && !isAskedFor(wall, requestedUrl)) return wall;
  }
  if (allWords < CHECK_WORDS) {
    const searched = html.slice(0, SEARCHED);
    if (MARKS.some(({ mark, below }) => allWords < below && searched.includes(mark))) return "bot-check";
  }
  // A page that asks for a password and says next to nothing else, found after a redirect.
  const isMoved = bare(url) !== bare(requestedUrl);
  const asks = facts.asksForPassword && isMoved && allWords < CHECK_WORDS;
  return asks && !isAskedFor("login", requestedUrl) ? "login" : undefined;
}

function sizeOf({ words, characters }: PageFacts["length"]["all"]): number {
  return words + characters / 2;
}

/** A wall by the address at which a redirect ended; an address that was asked for itself is none. */
function addressOf(url: string, requestedUrl: string): Wall | undefined {
  if (bare(url) === bare(requestedUrl)) return undefined;
  return ADDRESSES.find(([, pattern]) => pattern.test(bare(url)) && !pattern.test(bare(requestedUrl)))?.[0];
}

/** Whether somebody saved a page for signing in: then it is the page that was asked for. */
function isAskedFor(wall: Wall, requestedUrl: string): boolean {
  return wall === "login" && ADDRESSES.some(([kind, pattern]) => kind === "login" && pattern.test(bare(requestedUrl)));
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

function bare(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/#.*$/s, "");
}
