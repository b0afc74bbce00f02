import type { PageDescription } from "@satchel/contracts";
import { DESCRIPTION_CHARS, TITLE_CHARS } from "../limits.ts";
import { byPreference } from "./choose-icon.ts";
import { cleanText } from "./clean-text.ts";
import { compact } from "./compact.ts";
import { decodePage } from "./decode-page.ts";
import { instantOf, languageOf, tagsOf } from "./metadata-values.ts";
import { collectFacts, type PageFacts } from "./page-facts.ts";
import { readStructuredData } from "./structured-data.ts";
import { titleFromUrl } from "./title-from-url.ts";
import { webUrl } from "./web-url.ts";

/** A fetched page, as the fetcher gives it. */
export type ExtractionInput = {
  bytes: Uint8Array;
  /** The media type in lower case without parameters; empty if unknown, and then read as HTML. */
  contentType: string;
  charset?: string;
  /** Where the page was found: after redirects. */
  url: string;
};

const HTML_TYPES: ReadonlySet<string> = new Set(["", "text/html", "application/xhtml+xml"]);

/**
 * Describes a page from its content. Pure, and never throws for any bytes; takes time linear to their number.
 * All texts are single lines of well-formed Unicode within their limits, all URLs are absolute http or https ones.
 */
export function extractPage({ bytes, contentType, charset, url }: ExtractionInput): PageDescription {
  if (HTML_TYPES.has(contentType)) return describeHtml(collectFacts(decodePage(bytes, charset)), url);
  const faviconUrl = webUrl("/favicon.ico", url);
  if (contentType.startsWith("image/")) return compact({ previewImageUrl: webUrl(url, url), faviconUrl, tags: [] });
  if (contentType === "application/pdf") return compact({ title: titleFromUrl(url), faviconUrl, tags: [] });
  return compact({ faviconUrl, tags: [] });
}

function describeHtml(facts: PageFacts, url: string): PageDescription {
  const base = webUrl(facts.baseHref, url) ?? url;
  const data = readStructuredData(facts.structuredData);
  const all = (...names: string[]) => names.flatMap((name) => facts.metas.get(name) ?? []);
  const text = (limit: number, candidates: (string | undefined)[]) => firstOf(candidates, (it) => cleanText(it, limit));
  const link = (candidates: (string | undefined)[]) => firstOf(candidates, (it) => webUrl(it, base));

  return compact({
    title: text(TITLE_CHARS, [...all("og:title", "twitter:title"), data.title, facts.title, facts.heading]),
    description: text(DESCRIPTION_CHARS, [
      ...all("og:description", "twitter:description", "description"),
      data.description,
    ]),
    previewImageUrl: link([
      ...all("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"),
      data.image,
      facts.imageHref,
    ]),
    faviconUrl: link(byPreference(facts.icons).map(({ href }) => href)) ?? webUrl("/favicon.ico", url),
    siteName: text(TITLE_CHARS, [...all("og:site_name", "application-name"), data.siteName]),
    author: text(
      TITLE_CHARS,
      [...all("author", "article:author"), data.author].filter((name) => !isUrl(name)),
    ),
    publishedAt: firstOf(
      [...all("article:published_time", "datepublished"), data.publishedAt, ...all("date", "dc.date")],
      instantOf,
    ),
    language: firstOf([facts.language, ...all("content-language", "og:locale")], languageOf),
    canonicalUrl: link([facts.canonicalHref, ...all("og:url")]),
    tags: tagsOf([...all("keywords", "article:tag"), ...data.keywords]),
  });
}

function firstOf<T>(candidates: readonly (string | undefined)[], read: (text: string) => T | undefined): T | undefined {
  for (const candidate of candidates) {
    const value = candidate === undefined ? undefined : read(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function isUrl(text: string | undefined): boolean {
  return text !== undefined && /^\s*(?:https?:)?\/\//i.test(text);
}
