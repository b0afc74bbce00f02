/**
 * What kind of page a document is. An `article`, and the text of a file (`document`), are shown in the reading view by
 * default; others as a copy.
 */
export type PageKind = "article" | "listing" | "forum" | "product" | "video" | "app" | "document";

/** The article of a page. */
export interface Article {
  readonly kind: PageKind;
  /** Links and pictures have absolute addresses. */
  readonly html: string;
  /** Blocks separated by one empty line, white space collapsed: what is searched, counted and highlighted. */
  readonly text: string;
  readonly title: string | undefined;
  readonly byline: string | undefined;
  /** BCP 47; undefined when unknown. */
  readonly language: string | undefined;
  readonly direction: "ltr" | "rtl";
  readonly words: number;
  /** 0 to 1: how sure the extractor is that `html` is the article and nothing else. */
  readonly quality: number;
  /** Name and version of the extractor. A new version of the rules is a new name. */
  readonly extractor: string;
}
