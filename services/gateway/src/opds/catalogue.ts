import type { Link } from "@satchel/contracts";
import { EPUB } from "@satchel/contracts/media-types";
import { urnOf } from "../feeds/feed.ts";
import { element, parent } from "../feeds/xml.ts";

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';
const PROFILE = "application/atom+xml;profile=opds-catalog";
export const NAVIGATION = `${PROFILE};kind=navigation`;
export const ACQUISITION = `${PROFILE};kind=acquisition`;
export const DESCRIPTION = "application/opensearchdescription+xml";

/** A list or a folder of lists. Addresses are whole. */
interface Catalogue {
  readonly kind: typeof NAVIGATION | typeof ACQUISITION;
  /** Unique and lasting (RFC 4287 section 4.2.6). */
  readonly id: string;
  readonly title: string;
  /** ISO 8601 */
  readonly updated: string;
  readonly self: string;
  readonly start: string;
  readonly up?: string;
  readonly next?: string;
  readonly search: string;
  readonly entries: readonly string[];
}

/** A feed of OPDS 1.2 (section 2). */
export const writeCatalogue = ({
  kind,
  id,
  title,
  updated,
  self,
  start,
  up,
  next,
  search,
  entries,
}: Catalogue): string =>
  `${XML}${parent(
    "feed",
    {
      xmlns: "http://www.w3.org/2005/Atom",
      "xmlns:dc": "http://purl.org/dc/terms/",
      "xmlns:opds": "http://opds-spec.org/2010/catalog",
    },
    [
      element("id", {}, id),
      element("title", {}, title),
      element("updated", {}, updated),
      parent("author", {}, [element("name", {}, "Satchel")]),
      element("link", { rel: "self", type: kind, href: self }),
      element("link", { rel: "start", type: NAVIGATION, href: start }),
      ...(up === undefined ? [] : [element("link", { rel: "up", type: NAVIGATION, href: up })]),
      ...(next === undefined ? [] : [element("link", { rel: "next", type: kind, href: next })]),
      element("link", { rel: "search", type: DESCRIPTION, href: search }),
      ...entries,
    ],
  )}\n`;

interface Subsection {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly kind: Catalogue["kind"];
  readonly href: string;
  readonly updated: string;
}

/** An entry that leads to another feed (section 2.2). */
export const subsection = ({ id, title, about, kind, href, updated }: Subsection): string =>
  parent("entry", {}, [
    element("id", {}, id),
    element("title", {}, title),
    element("updated", {}, updated),
    element("content", { type: "text" }, about),
    element("link", { rel: "subsection", type: kind, href }),
  ]);

/** An entry that is a book (section 5). @param href of the book */
export const bookEntry = (link: Link, href: string): string => {
  const { id, url, title, description, site_name, tags, saved_at, copy } = link;
  return parent("entry", {}, [
    element("id", {}, urnOf(id)),
    element("title", {}, title ?? url),
    element("updated", {}, copy?.kept_at ?? saved_at),
    parent("author", {}, [element("name", {}, site_name ?? "Satchel")]),
    element("dc:issued", {}, saved_at.slice(0, 10)),
    ...tags.map((tag) => element("category", { term: tag, label: tag })),
    ...(description === null ? [] : [element("summary", { type: "text" }, description)]),
    element("link", { rel: "http://opds-spec.org/acquisition", type: EPUB, href }),
    element("link", { rel: "alternate", type: "text/html", href: url }),
  ]);
};

/** An entry that is all books of a list in one. */
export const wholeEntry = (title: string, about: string, href: string, updated: string): string =>
  parent("entry", {}, [
    element("id", {}, `${href}#book`),
    element("title", {}, title),
    element("updated", {}, updated),
    parent("author", {}, [element("name", {}, "Satchel")]),
    element("summary", { type: "text" }, about),
    element("link", { rel: "http://opds-spec.org/acquisition", type: EPUB, href }),
  ]);

/** How the catalogue is searched (OpenSearch 1.1). @param template with `{searchTerms}` */
export const searchDescription = (name: string, template: string): string =>
  `${XML}${parent("OpenSearchDescription", { xmlns: "http://a9.com/-/spec/opensearch/1.1/" }, [
    element("ShortName", {}, "Satchel"),
    element("Description", {}, name),
    element("InputEncoding", {}, "UTF-8"),
    element("OutputEncoding", {}, "UTF-8"),
    element("Url", { type: ACQUISITION, template }),
  ])}\n`;
