import type { TextLength } from "./word-count.ts";

/** A declared icon, as written. */
export type DeclaredIcon = { href: string; rel: string; type: string; sizes: string; media: string };

/** A picture that a page names in its metadata or shows in its text, as written; sizes in CSS pixels. */
export type Picture = {
  href: string;
  width?: number;
  height?: number;
  isArticle?: boolean;
  /** Its class, id and alternative text in lower case, which may tell a logo or an avatar. */
  hint: string;
};

/** A first heading, as written. */
export type Heading = {
  text: string;
  /**
   * In an article; in the text; in a header of the page or of the site; in what the site calls its banner; in
   * navigation, a notice, or what is not shown.
   */
  place: "article" | "text" | "header" | "banner" | "aside";
  /** Where its first link leads: often to the site's first page, and then the heading is the site's name. */
  href: string;
};

/** What a page says about itself, as written: nothing is trimmed, resolved or chosen yet. */
export type PageFacts = {
  language: string;
  baseHref: string;
  title: string;
  /** First headings (`<h1>`), in the order of the page; those for browsers without JavaScript are left out. */
  headings: Heading[];
  /** The first paragraph that is long enough to be one: of an article, where there is one. */
  paragraph: string;
  canonicalHref: string;
  manifestHref: string;
  oembedHref: string;
  imageHref: string;
  icons: DeclaredIcon[];
  /** Pictures of the Open Graph and Twitter metadata, with the sizes that are declared after each. */
  images: Picture[];
  /** Pictures shown in the text, outside of navigation and the like. */
  contentImages: Picture[];
  /** The first `<meta http-equiv="refresh">`, and whether it is for browsers without JavaScript alone. */
  refresh?: { content: string; isNoscript: boolean };
  /** Contents of `<meta>` by its property, name or itemprop in lower case, in the order of the page. */
  metas: Map<string, string[]>;
  /** Texts of links that the page calls its tags. */
  tagLinks: string[];
  /** Text of the link that the page calls its author. */
  authorLink: string;
  /** Text of the element that holds the author's name by its class, often with `By` before it. */
  byline: string;
  /** When the page's own text says it was published. */
  publishedTime: string;
  /** Texts of the JSON-LD blocks. */
  structuredData: string[];
  /** All text to be seen, the text outside of navigation and the like, and the text of articles. */
  length: { all: TextLength; text: TextLength; article: TextLength };
  asksForPassword: boolean;
};
