import { type FeedDocument, type FeedEntry, urnOf } from "./feed.ts";
import { element, parent } from "./xml.ts";

/** A feed as Atom (RFC 4287). */
export const writeAtom = ({ id, title, home, self, updated, entries }: FeedDocument): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${parent("feed", { xmlns: "http://www.w3.org/2005/Atom" }, [
    element("id", {}, urnOf(id)),
    element("title", {}, title),
    element("updated", {}, updated),
    element("link", { rel: "self", type: "application/atom+xml", href: self }),
    element("link", { rel: "alternate", type: "text/html", href: home }),
    element("generator", {}, "Satchel"),
    ...entries.map(writeEntry),
  ])}\n`;

const writeEntry = ({ id, url, title, summary, author, tags, language, published, updated, html }: FeedEntry): string =>
  parent("entry", {}, [
    element("id", {}, urnOf(id)),
    element("title", {}, title),
    element("link", { rel: "alternate", href: url }),
    element("published", {}, published),
    element("updated", {}, updated),
    // Section 4.2.1: an entry needs one where the feed has none.
    parent("author", {}, [element("name", {}, author)]),
    ...tags.map((tag) => element("category", { term: tag })),
    ...(summary === undefined ? [] : [element("summary", {}, summary)]),
    ...(html === undefined
      ? []
      : [element("content", { type: "html", ...(language === undefined ? {} : { "xml:lang": language }) }, html)]),
  ]);
