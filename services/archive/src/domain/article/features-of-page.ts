import { attributeOf, type DomDocument, elementsIn, textOf } from "./dom.ts";
import type { Features } from "./features-of-text.ts";
import type { Block } from "./page-blocks.ts";

const yes = (condition: boolean): number => (condition ? 1 : 0);

/** Characters of a page's text in which signs of its kind are looked for. */
const SEARCHED_CHARS = 200_000;

/** What a document says of itself in its head. */
export interface PageData {
  /** The texts of JSON-LD (schema.org). */
  readonly linkedData: string;
  readonly title: string;
  readonly ogTitle: string;
  readonly ogType: string;
  readonly description: string;
}

export function pageData(document: DomDocument): PageData {
  const elements = elementsIn(document.root);
  const named = elements.filter(({ tagName }) => tagName === "meta");
  const meta = (name: string): string => {
    const found = named.find((one) => attributeOf(one, "property") === name || attributeOf(one, "name") === name);
    return (found && attributeOf(found, "content")) ?? "";
  };
  const scripts = elements.filter(({ tagName }) => tagName === "script");
  const title = elements.find(({ tagName }) => tagName === "title");
  return {
    linkedData: scripts.map(textOf).join("\n"),
    title: (title === undefined ? "" : textOf(title)).toLowerCase(),
    ogTitle: meta("og:title").toLowerCase(),
    ogType: meta("og:type").toLowerCase(),
    description: (meta("og:description") || meta("description")).toLowerCase(),
  };
}

/** Kinds of schema.org that tell what a page is. */
const TYPES = {
  isArticleType: "(?:Article|BlogPosting|NewsArticle)",
  isProductType: "Product",
  isListType: "(?:ItemList|CollectionPage)",
  isForumType: "(?:DiscussionForumPosting|QAPage)",
  isFaqType: "FAQPage",
  isTechType: "TechArticle",
};

const isAbout = (linkedData: string, type: string): boolean =>
  new RegExp(`"@type"\\s*:[\\s[]*"[^"]{0,60}${type}`, "i").test(linkedData);

/** Signs of a page's kind in its address. */
const ADDRESSES = {
  isForumUrl: /forum|thread|topic|\/t\/|question|viewtopic|showthread|community|discuss/i,
  isDocumentationUrl: /docs?\b|documentation|reference|api|guide|manual|wiki|tutorial|learn/i,
  isProductUrl: /product|\/p\/|\/dp\/|item|shop/i,
  isCollectionUrl: /collection|categor|\/c\/|shop|browse|search|tag/i,
  isBlogUrl: /blog|news|article|story|post|20[12]\d/i,
};

/** What a page is like as a whole: the same for each of its blocks. */
export function featuresOfPage(
  document: DomDocument,
  url: string,
  blocks: readonly Block[],
  { linkedData, ogType }: PageData,
  totals: { readonly words: number; readonly linkWords: number; readonly readableWords: number },
): Features {
  const { words, linkWords, readableWords } = totals;
  const segments = pathOf(url).split("/").filter(Boolean);
  const last = segments.at(-1) ?? "";
  const inParagraphs = blocks.filter(({ path }) => path.at(-1)?.tagName === "p");
  const elements = elementsIn(document.root);
  const has = (name: string): boolean => elements.some(({ tagName }) => tagName === name);
  const text = blocks
    .map((block) => block.text)
    .join(" ")
    .slice(0, SEARCHED_CHARS);
  return {
    pageWords: Math.log1p(words),
    pageLinkShare: linkWords / Math.max(1, words),
    pageParagraphShare: inParagraphs.reduce((sum, block) => sum + block.words.length, 0) / Math.max(1, words),
    pageBlocks: Math.log1p(blocks.length),
    pageReadableShare: readableWords / Math.max(1, words),
    pageArticles: Math.min(20, elements.filter(({ tagName }) => tagName === "article").length),
    pageHasMain: yes(has("main") || elements.some((element) => attributeOf(element, "role") === "main")),
    pageHasCode: yes(has("pre")),
    pathSegments: segments.length,
    slugChars: last.length,
    slugWords: last.split("-").length,
    isOgArticle: yes(ogType.includes("article")),
    isOgProduct: yes(ogType.includes("product")),
    hasCart: yes(/add to (cart|bag|basket)|buy now/i.test(text)),
    ...Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, yes(isAbout(linkedData, type))])),
    ...Object.fromEntries(Object.entries(ADDRESSES).map(([name, pattern]) => [name, yes(pattern.test(url))])),
  };
}

function pathOf(url: string): string {
  try {
    return new URL(url).pathname;
  } catch {
    return "";
  }
}
