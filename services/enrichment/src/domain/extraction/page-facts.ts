import type { TextLength } from "./word-count.ts";

/** The attributes of an element that are read, by name. */
export type Attributes = Map<string, string>;

/**
 * The context of an element: whether it is outside of navigation and the like, in an article, in `<noscript>`; and the
 * sources before it in its `<picture>`.
 */
export type Place = { isContent: boolean; isArticle: boolean; isNoscript: boolean; sources: string };

/** A declared icon, unprocessed. */
export type DeclaredIcon = { href: string; rel: string; type: string; sizes: string; media: string };

/** A picture of a page's metadata or text, unprocessed; sizes in CSS pixels. */
export type Picture = {
  href: string;
  width?: number;
  height?: number;
  /** Its class, id and alternative text in lower case, which may mark a logo or an avatar. */
  hint: string;
};

/** A first heading, as written. */
export type Heading = {
  text: string;
  /**
   * Its context: an article; other text; a header of the page or site; an element with the role banner; or navigation, a
   * notice, a hidden element.
   */
  place: "article" | "text" | "header" | "banner" | "aside";
  /** Address of its first link. If that is the site's first page, the heading is the site's name. */
  href: string;
};

/** Texts that may name the author: marked by `rel` or microdata in or beside the page's text, or by their class. */
export type ShownAuthors = { readonly marked: string[]; readonly beside: string[]; readonly classed: string[] };

/** The facts of a page, unprocessed: nothing is trimmed, resolved or chosen yet. */
export type PageFacts = {
  language: string;
  baseHref: string;
  title: string;
  /** First headings (`<h1>`), in the order of the page; without those for browsers without JavaScript. */
  headings: Heading[];
  /** The first paragraph that may be a summary, preferably of an article. */
  paragraph: string;
  canonicalHref: string;
  manifestHref: string;
  oembedHref: string;
  /** The first feed that it names (https://www.rssboard.org/rss-autodiscovery). */
  feedHref: string;
  imageHref: string;
  icons: DeclaredIcon[];
  /** Pictures of the Open Graph and Twitter metadata, with the sizes that are declared after each. */
  images: Picture[];
  /** Pictures shown in the text, outside of navigation and the like. */
  contentImages: Picture[];
  /** The first `<meta http-equiv="refresh">`, and whether it is only for browsers without JavaScript. */
  refresh?: { content: string; isNoscript: boolean };
  /** Contents of `<meta>` by its property, name or itemprop in lower case, in the order of the page. */
  metas: Map<string, string[]>;
  /** Texts of links that are marked as tags. */
  tagLinks: string[];
  /** Texts of elements that hold the author's name, often with `By` before it. */
  bylines: ShownAuthors;
  /** Short lines of text before and after the page's title. */
  lines: { before: string[]; after: string[] };
  /** Time of publication in the page's text, marked as such. */
  publishedTime: string;
  /** The first time in an article. */
  articleTime: string;
  /** Texts of the JSON-LD blocks. */
  structuredData: string[];
  /** Length of all visible text, of the text outside of navigation and the like, and of articles. */
  length: { all: TextLength; text: TextLength; article: TextLength };
  asksForPassword: boolean;
};
