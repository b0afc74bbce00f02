import { isProbablyReaderable, Readability } from "@mozilla/readability";
import { webUrl } from "@satchel/chassis/parts";
import { parseHTML } from "linkedom";
import { parse, serialize } from "parse5";
import type { Article } from "./article.ts";
import { blocksOf, countWords, type TextNode } from "./blocks.ts";

export type { Article, PageKind } from "./article.ts";

const EXTRACTOR = "readability-1";

/** Words from which an article is taken for one, when the page looks like it. */
const SURE_WORDS = 250;

/**
 * The article of a page, by Mozilla's Readability.
 * @param source decoded HTML
 * @param url its address after redirects
 * @returns undefined when the page has no text
 */
export function extractArticle(source: string, url: string): Article | undefined {
  // linkedom leaves out the elements that HTML implies, which Readability needs.
  const { document } = parseHTML(serialize(parse(source, { scriptingEnabled: false })));
  const root = document.documentElement;
  if (root === null || document.body === null) return undefined;
  const language = root.getAttribute("lang")?.trim() || undefined;
  const isRightToLeft = (root.getAttribute("dir") ?? document.body.getAttribute("dir"))?.toLowerCase() === "rtl";
  resolveAddresses(document, url);
  const isReadable = isProbablyReaderable(document as never);
  const whole = blocksOf(document.body as TextNode);
  const found = new Readability(document as never, { charThreshold: 200 }).parse();
  const content = found?.content ?? "";
  const text =
    content === "" ? whole : blocksOf(parseHTML(`<html><body>${content}</body></html>`).document.body as TextNode);
  if (text === "" && whole === "") return undefined;
  const words = countWords(text);
  const isArticle = isReadable && text !== "" && words > 0;
  return {
    kind: isArticle ? "article" : "app",
    html: content,
    text: text === "" ? whole : text,
    title: found?.title?.trim() || undefined,
    byline: found?.byline?.trim() || undefined,
    language: language ?? found?.lang ?? undefined,
    direction: isRightToLeft || found?.dir === "rtl" ? "rtl" : "ltr",
    words: text === "" ? countWords(whole) : words,
    quality: isArticle ? Math.min(1, 0.5 + words / (2 * SURE_WORDS)) : 0.2,
    extractor: EXTRACTOR,
  };
}

/** Readability resolves addresses by `document.baseURI`, which linkedom does not have. */
function resolveAddresses(document: ReturnType<typeof parseHTML>["document"], url: string): void {
  const href = document.querySelector("base[href]")?.getAttribute("href") ?? url;
  const base = webUrl(href, url)?.href ?? url;
  for (const [selector, name] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(name) ?? "";
      const address = value.startsWith("#") ? undefined : webUrl(value, base);
      if (address !== undefined) element.setAttribute(name, address.href);
    }
  }
}
