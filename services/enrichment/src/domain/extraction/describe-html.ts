import { DESCRIPTION_CHARS } from "@satchel/contracts/limits";
import type { MediaType, PageDescription } from "@satchel/contracts";
import { parseUrl } from "@satchel/contracts/urls";
import { type AuthorSources, chooseAuthor, joined } from "./author-name.ts";
import { byPreference } from "./choose-icon.ts";
import { rankPictures } from "./choose-picture.ts";
import { chooseTags } from "./choose-tags.ts";
import { chooseTitle } from "./choose-title.ts";
import { cleanText } from "./clean-text.ts";
import { compact } from "@satchel/contracts/compact";
import { dateInLines } from "./date-in-text.ts";
import type { Extraction } from "./extraction.ts";
import { mediaTypeOf, repositoryOf } from "./media-type.ts";
import { instantOf, languageByScript, languageOf } from "./metadata-values.ts";
import { META_NAMES } from "./meta-names.ts";
import type { PageFacts } from "./page-facts.ts";
import { wallOf, type WallSigns } from "./page-walls.ts";
import { plainSummary } from "./plain-text.ts";
import { readingMinutes } from "./reading-time.ts";
import { isSameSite, namesOfHost, siteOf } from "./site-of.ts";
import { hasOwnKeywords, withoutBoilerplate } from "./site-rules.ts";
import { readStructuredData, type StructuredData } from "./structured-data.ts";
import { wholeSummary } from "./summary-text.ts";
import { keyOf } from "./title-key.ts";
import { titleSources, titleText } from "./title-sources.ts";
import { bareUrl, webUrl } from "./web-url.ts";
import { partsOf, withoutSlogan } from "./without-site.ts";
import { sizeOf } from "./word-count.ts";

/** Media types with a reading time. */
const READ: ReadonlySet<MediaType> = new Set(["article", "page", "post", "discussion", "paper", "recipe", "book"]);

/** Words of an article element, or of a text without one, from which a page of undeclared kind is an article. */
const ARTICLE_WORDS = 120;
const TEXT_WORDS = 250;

/** How a page was fetched. */
type FoundPage = Pick<WallSigns, "html" | "url" | "requestedUrl" | "isRefused">;

/** Describes a page by its metadata, else by its text. */
export function describeHtml(facts: PageFacts, found: FoundPage): Extraction {
  const { url } = found;
  const base = webUrl(facts.baseHref, url) ?? url;
  const data = readStructuredData(facts.structuredData, url);
  const all = (names: readonly string[]) => names.flatMap((name) => facts.metas.get(name) ?? []);
  const hasHost = parseUrl(url);
  const isHome = hasHost !== undefined && hasHost.pathname === "/" && hasHost.search === "";

  const hostNames = namesOfHost(hasHost?.hostname ?? "");
  const declaredNames = texts([...all(META_NAMES.site), data.siteName, ...all(META_NAMES.application)], titleText);
  // Some programs write the page's title there, with all of its parts.
  const isTitle = (name: string) => keyOf(name) === keyOf(facts.title) && partsOf(name).length > 1;
  const fullName = declaredNames.find((name) => isHome || !isTitle(name));
  const siteName = fullName === undefined ? undefined : withoutSlogan(fullName, siteOf(hasHost?.hostname ?? ""));
  const siteNames = [
    ...(siteName === undefined || fullName === undefined ? [] : [siteName, fullName]),
    ...texts(data.siteName === undefined ? [] : [data.siteName], titleText),
    ...texts(namesInHeadings(facts, base, url), titleText),
    ...hostNames,
  ];
  const title = chooseTitle(titleSources(facts, data), { url, siteNames, isHome });
  const summary = [...all(META_NAMES.summary), data.description, ...all(META_NAMES.lesserSummary)];
  const paragraph = summaryText(facts.paragraph);
  const summaries = texts(summary, summaryText);
  const declaredSummary = summaries.find(
    (text) =>
      /[\p{L}\p{N}\p{S}]/u.test(text) && ![title ?? "", ...siteNames].some((name) => keyOf(name) === keyOf(text)),
  );
  const description =
    declaredSummary === undefined ? paragraph : wholeSummary(declaredSummary, [...summaries, paragraph ?? ""]);
  const language = languageFor(facts, data, all(META_NAMES.language), `${title ?? ""} ${description ?? ""}`);

  const { article, text } = facts.length;
  const isInArticle = sizeOf(article) * 2 >= sizeOf(text) || sizeOf(article) >= ARTICLE_WORDS;
  const length = isInArticle ? article : text;
  const minutes = readingMinutes(length, language) ?? 0;
  const isLong = sizeOf(length) >= (isInArticle ? ARTICLE_WORDS : TEXT_WORDS) && facts.paragraph !== "";
  const openGraph = all(META_NAMES.kind)[0]?.trim().toLowerCase() ?? "";
  const mediaType = mediaTypeOf({ url, schemaTypes: data.types, openGraph, isHome, minutes: isLong ? minutes : 0 });

  // An account's page has the date when the account was made, and like those that sell or lead to something it shows others'.
  const isAccount = data.types.includes("ProfilePage");
  const isShown = !isHome && !isAccount && mediaType !== "product";
  const pictures = rankPictures(
    [...facts.images, ...data.images, ...(facts.imageHref === "" ? [] : [{ href: facts.imageHref, hint: "" }])],
    facts.contentImages,
  );
  const previewCandidates = unique(pictures.map(({ href }) => webUrl(href, base))).filter(
    (picture) => bareUrl(picture) !== bareUrl(url),
  );
  const icons = [...byPreference(facts.icons).map(({ href }) => webUrl(href, base)), webUrl("/favicon.ico", url)];
  const faviconCandidates = unique(icons);
  const canonical = [facts.canonicalHref, ...all(META_NAMES.address)];
  const described: PageDescription = compact({
    title,
    description,
    previewImageUrl: previewCandidates[0],
    faviconUrl: faviconCandidates[0],
    siteName,
    author: chooseAuthor(authorSources([...declaredAuthors(facts), data.author], facts, isShown), siteNames),
    publishedAt:
      firstOf(
        [
          ...all(META_NAMES.published),
          isAccount ? undefined : data.publishedAt,
          ...all(META_NAMES.dated),
          facts.publishedTime,
        ],
        instantOf,
      ) ??
      (isShown
        ? (dateInLines(facts.lines.after) ?? dateInLines(facts.lines.before) ?? instantOf(facts.articleTime))
        : undefined),
    language,
    canonicalUrl: canonicalOf(canonical, base, url),
    mediaType,
    readingMinutes: READ.has(mediaType) && minutes > 0 ? minutes : undefined,
    tags: chooseTags(
      {
        forReaders: [...all(META_NAMES.tag), ...data.keywords, ...facts.tagLinks],
        keywords: hasOwnKeywords(url) ? all(META_NAMES.keywords).slice(0, 1) : [],
        text: `${title ?? ""} ${description ?? ""}`,
      },
      siteNames,
    ),
  });
  const page = withoutBoilerplate(described, repositoryOf(url));
  const declaresKind = !/^(?:website|object|)$/.test(openGraph) || data.types.some((type) => !/^WebPage$/.test(type));
  const declared = [...all(META_NAMES.sharedTitle), data.headline, declaresKind ? data.name : undefined];
  const declaredTitles = isOfHome(canonical, url) ? [] : texts(declared, titleText);
  const wall = wallOf({ ...found, facts, page: described, siteNames, declaresKind, declaredTitles });
  const addresses = compact({
    manifestUrl: webUrl(facts.manifestHref, base),
    oembedUrl: webUrl(facts.oembedHref, base),
  });
  if (wall === undefined) return { page, previewCandidates, faviconCandidates, ...addresses };
  const ofSite = compact({ siteName, language, faviconUrl: faviconCandidates[0], tags: [] });
  return { page: ofSite, wall, previewCandidates: [], faviconCandidates, ...addresses };
}

/** Headings that are the name of the site: they link to its first page, or are in its banner and in `<title>`. */
function namesInHeadings({ headings, title }: PageFacts, base: string, url: string): string[] {
  const parts = partsOf(title).map(({ text }) => keyOf(text));
  return headings.flatMap(({ text, href, place }) => {
    const isOnce = headings.filter((other) => keyOf(other.text) === keyOf(text)).length === 1;
    const isInTitle = place === "banner" && parts.length > 1 && parts.includes(keyOf(text));
    return (isInTitle && isOnce) || leadsHome(href, base, url) ? [text] : [];
  });
}

function leadsHome(href: string, base: string, url: string): boolean {
  const target = parseUrl(webUrl(href, base) ?? "");
  const own = parseUrl(url);
  if (target === undefined || own === undefined || href.trim().startsWith("#")) return false;
  const isFirst = target.search === "" && /^\/(?:index\.\w{2,5})?$/.test(target.pathname);
  return isFirst && isSameSite(own.hostname, target.hostname);
}

function languageFor(
  facts: PageFacts,
  data: StructuredData,
  metas: readonly string[],
  text: string,
): string | undefined {
  const declared = firstOf([facts.language, data.language, ...metas], languageOf);
  const shown = languageByScript(text);
  if (declared === undefined) return shown;
  // Templates declare `en` for pages in any language. A page with Latin text, too, keeps its declaration.
  const isTemplate = /^en\b/.test(declared) && shown !== undefined && !/\p{Script=Latin}{3}/u.test(text);
  if (!isTemplate) return declared;
  const others = metas.filter((meta) => !/^\s*en(?![a-z])/i.test(meta));
  return firstOf(others, languageOf) ?? shown;
}

/** The declared address of the page, if it is on the same site and not the site's first page. */
function canonicalOf(candidates: readonly string[], base: string, url: string): string | undefined {
  return firstOf(candidates, (candidate) => {
    const canonical = webUrl(candidate, base);
    const own = parseUrl(url);
    if (canonical === undefined || own === undefined) return canonical;
    const declared = new URL(canonical);
    const isCopy = /(?:^|\.)(?:ampproject\.org|googleusercontent\.com|google\.com)$/.test(own.hostname);
    if (!isCopy && !isSameSite(own.hostname, declared.hostname)) return undefined;
    return declared.pathname === "/" && declared.search === "" && own.pathname !== "/" ? undefined : canonical;
  });
}

/** Whether a page declares the site's first page as its address: then its metadata are the site's. */
function isOfHome(candidates: readonly string[], url: string): boolean {
  const declared = candidates
    .map((candidate) => parseUrl(webUrl(candidate, url) ?? ""))
    .find((found) => found !== undefined);
  return declared?.pathname === "/" && declared.search === "" && parseUrl(url)?.pathname !== "/";
}

/** Authors by metadata, each name's values together. */
function declaredAuthors({ metas }: PageFacts): string[] {
  const declared = META_NAMES.author.flatMap(
    (name) => joined(metas.get(name) ?? [], /^(?:citation_|dc)/.test(name)) ?? [],
  );
  const at = META_NAMES.labels.findIndex((name) => /^(?:written by|author)$/i.test(metas.get(name)?.[0]?.trim() ?? ""));
  return [...declared, ...(metas.get(META_NAMES.labelled[at] ?? "") ?? [])];
}

function authorSources(
  declared: readonly (string | undefined)[],
  { bylines, lines }: PageFacts,
  isShown: boolean,
): AuthorSources {
  return {
    declared: declared.filter((name) => name !== undefined),
    lines: isShown ? [...lines.before, ...lines.after] : [],
    shown: isShown ? bylines : { marked: [], beside: [], classed: [] },
  };
}

function summaryText(text: string): string | undefined {
  return cleanText(plainSummary(text), DESCRIPTION_CHARS);
}

function unique(urls: readonly (string | undefined)[]): string[] {
  return [...new Set(urls.filter((url) => url !== undefined))];
}

function texts(candidates: readonly (string | undefined)[], read: (text: string) => string | undefined): string[] {
  return candidates.flatMap((candidate) => (candidate === undefined ? [] : (read(candidate) ?? [])));
}

function firstOf<T>(candidates: readonly (string | undefined)[], read: (text: string) => T | undefined): T | undefined {
  for (const candidate of candidates) {
    const value = candidate === undefined ? undefined : read(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}
