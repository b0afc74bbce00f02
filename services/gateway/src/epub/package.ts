import { element, parent } from "../feeds/xml.ts";
import { urnOf } from "../feeds/feed.ts";
import type { Book, BookArticle, ShownPicture } from "./book.ts";
import { fileOf, languageOfArticle } from "./documents.ts";
import { uriOf } from "./links.ts";

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Where the package is (EPUB OCF 3.2, section 3.5.2.1). */
export const CONTAINER = `${XML}${parent(
  "container",
  { version: "1.0", xmlns: "urn:oasis:names:tc:opendocument:xmlns:container" },
  [
    parent("rootfiles", {}, [
      element("rootfile", { "full-path": "EPUB/package.opf", "media-type": "application/oebps-package+xml" }),
    ]),
  ],
)}\n`;

/** What the book is and of which files it is made (EPUB Packages 3.2, section 3). */
export function packageOf(book: Book, pictures: readonly ShownPicture[], withMath: ReadonlySet<number>): string {
  const { id, title, locale, articles } = book;
  const known = articles.map(languageOfArticle).filter((tag) => tag !== "und");
  const languages = new Set(known.length === 0 ? ["und"] : known);
  const isRtl = articles.length > 0 && articles.every(({ direction }) => direction === "rtl");
  const xhtml = "application/xhtml+xml";
  const item = (name: string, href: string, type: string, properties?: string): string =>
    element("item", { id: name, href, "media-type": type, ...(properties === undefined ? {} : { properties }) });
  return `${XML}${parent(
    "package",
    {
      xmlns: "http://www.idpf.org/2007/opf",
      version: "3.0",
      "unique-identifier": "id",
      "xml:lang": locale,
    },
    [
      parent("metadata", { "xmlns:dc": "http://purl.org/dc/elements/1.1/" }, [
        element("dc:identifier", { id: "id" }, urnOf(id)),
        element("dc:title", {}, title),
        ...[...languages].map((language) => element("dc:language", {}, language)),
        ...(articles.length === 1 ? articles.flatMap(aboutOne) : [element("dc:creator", {}, "Satchel")]),
        element("meta", { property: "dcterms:modified" }, modifiedOf(articles)),
      ]),
      parent("manifest", {}, [
        item("nav", "nav.xhtml", xhtml, "nav"),
        item("ncx", "toc.ncx", "application/x-dtbncx+xml"),
        item("style", "style.css", "text/css"),
        item("cover", "cover.xhtml", xhtml),
        ...articles.map((_, at) => item(`a${at + 1}`, fileOf(at), xhtml, withMath.has(at) ? "mathml" : undefined)),
        ...pictures.map(({ file, type }, at) => item(`p${at + 1}`, file, type)),
      ]),
      parent("spine", { toc: "ncx", ...(isRtl ? { "page-progression-direction": "rtl" } : {}) }, [
        element("itemref", { idref: "cover" }),
        ...articles.map((_, at) => element("itemref", { idref: `a${at + 1}` })),
      ]),
    ],
  )}\n`;
}

function aboutOne({ byline, site, url, tags, keptAt }: BookArticle): string[] {
  const creator = byline ?? site;
  const uri = uriOf(url);
  return [
    ...(creator === undefined ? [] : [element("dc:creator", {}, creator)]),
    ...(site === undefined ? [] : [element("dc:publisher", {}, site)]),
    ...(uri === undefined ? [] : [element("dc:source", {}, uri)]),
    ...tags.map((tag) => element("dc:subject", {}, tag)),
    element("dc:date", {}, secondsOf(keptAt)),
  ];
}

/** Without fractions, as "dcterms:modified" has it. */
const secondsOf = (time: string): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** The newest article's time, so that the same articles give the same book. */
const modifiedOf = (articles: readonly BookArticle[]): string =>
  secondsOf(articles.map(({ keptAt }) => new Date(keptAt).toISOString()).reduce((a, b) => (a > b ? a : b), EPOCH));
const EPOCH = "1970-01-01T00:00:00.000Z";

/** The table of contents for reading systems of EPUB 2 (OPF 2.0.1, section 2.4.1). */
export function ncxOf({ id, title, articles }: Book): string {
  const text = (name: string, content: string): string => parent(name, {}, [element("text", {}, content)]);
  return `${XML}${parent("ncx", { xmlns: "http://www.daisy.org/z3986/2005/ncx/", version: "2005-1" }, [
    parent("head", {}, [element("meta", { name: "dtb:uid", content: urnOf(id) })]),
    text("docTitle", title),
    parent(
      "navMap",
      {},
      articles.map((article, at) =>
        parent("navPoint", { id: `n${at + 1}`, playOrder: String(at + 1) }, [
          text("navLabel", article.title),
          element("content", { src: fileOf(at) }),
        ]),
      ),
    ),
  ])}\n`;
}
