import type { Bookmark } from "../queries/bookmarks.ts";
import { openedUrl } from "../feeds/opened-url.ts";
import { element, parent } from "../feeds/xml.ts";
import { tagNames } from "./tags.ts";

/** A feed as linkding names it. */
interface RssFeed {
  readonly title: string;
  readonly description: string;
  /** Its own address, which is also its link. */
  readonly self: string;
  /** Of this server in the browser. */
  readonly origin: string;
  readonly bookmarks: readonly Bookmark[];
}

/** An instant as Django writes it in feeds (RFC 2822 section 3.3). */
const dateOf = (instant: string): string => new Date(instant).toUTCString().replace(/GMT$/, "+0000");

const latest = (bookmarks: readonly Bookmark[]): string =>
  bookmarks.reduce((last, { link }) => (link.saved_at > last ? link.saved_at : last), new Date(0).toISOString());

/** A text that an element has, if it has one: linkding writes `<description/>` for none. */
const text = (value: string | null): [string] | [] => (value === null || value === "" ? [] : [value]);

/** A feed as RSS 2.0, with the elements of linkding's (`bookmarks/feeds.py`, Django's `Rss201rev2Feed`). */
export const writeRss = ({ title, description, self, origin, bookmarks }: RssFeed): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${parent(
    "rss",
    { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" },
    [
      parent("channel", {}, [
        element("title", {}, title),
        element("link", {}, self),
        element("description", {}, description),
        element("atom:link", { href: self, rel: "self" }),
        element("language", {}, "en"),
        element("lastBuildDate", {}, dateOf(latest(bookmarks))),
        ...bookmarks.map((bookmark) => writeItem(bookmark, origin)),
      ]),
    ],
  )}\n`;

function writeItem({ link }: Bookmark, origin: string): string {
  const { title, description, saved_at: savedAt, tags } = link;
  const url = openedUrl(link, origin);
  return parent("item", {}, [
    element("title", {}, title ?? url),
    element("link", {}, url),
    element("description", {}, ...text(description)),
    element("pubDate", {}, dateOf(savedAt)),
    element("guid", {}, url),
    ...tagNames(tags).map((tag) => element("category", {}, tag)),
  ]);
}
