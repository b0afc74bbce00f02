import { DESCRIPTION_CHARS, TITLE_CHARS } from "@satchel/contracts/limits";
import { decodeHTML } from "entities";
import { cleanText } from "./clean-text.ts";
import { compact } from "@satchel/contracts/compact";
import { fieldsOf, parseJson } from "../json.ts";
import type { Extraction } from "./extraction.ts";
import { knownPage } from "./known-sites.ts";
import { mediaTypeOf } from "./media-type.ts";
import { plainTitle } from "./plain-text.ts";
import { webUrl } from "./web-url.ts";

/** Media ranges to ask for, and octets at most, when an oEmbed description is fetched. */
export const OEMBED_ACCEPT: readonly string[] = ["application/json", "text/json;q=0.9", "text/javascript;q=0.5"];
export const OEMBED_BYTES = 64 * 1024;

/** The address of the oEmbed description of a page of a well-known site, as JSON; undefined for other sites. */
export function knownOembedUrl(url: string): string | undefined {
  const endpoint = knownPage(url)?.oembed;
  return endpoint === undefined ? undefined : `${endpoint}?format=json&url=${encodeURIComponent(url)}`;
}

/**
 * The address of an oEmbed description that is worth a fetch, because the page lacks a title, picture or, on a well-known
 * site, author: that of a well-known site, else the declared one.
 * @param url the requested address, not that of a wall
 * @param extraction of the page; undefined when there is none
 */
export function oembedUrlFor(url: string, extraction: Extraction | undefined): string | undefined {
  const known = knownOembedUrl(url);
  const isComplete =
    extraction !== undefined &&
    extraction.page.title !== undefined &&
    extraction.page.previewImageUrl !== undefined &&
    (known === undefined || extraction.page.author !== undefined);
  return isComplete ? undefined : (known ?? extraction?.oembedUrl);
}

/** The content of an oEmbed answer (oembed.com, section 2.3.4). */
type Oembed = {
  title?: string;
  author?: string;
  siteName?: string;
  thumbnailUrl?: string;
  type?: string;
  /** The text of a post, for answers with a quotation instead of a title (X, Bluesky). */
  quotation?: string;
};

/** The first paragraph of a quotation. */
const QUOTATION = /^<blockquote\b[^<>]{0,2000}>\s{0,64}<p\b[^<>]{0,2000}>(.{1,16000}?)<\/p>/is;

/**
 * Reads an answer in JSON; undefined when it is invalid or has no information. Of its HTML only the text of a quotation is
 * read.
 */
export function readOembed(bytes: Uint8Array, url: string): Oembed | undefined {
  if (bytes.length > OEMBED_BYTES) return undefined;
  const fields = fieldsOf(parseJson(new TextDecoder().decode(bytes)));
  const { title, author_name, provider_name, type, html } = fields;
  const thumbnail = fields["thumbnail_url"] ?? (type === "photo" ? fields["url"] : undefined);
  const oembed = compact({
    title: textOf(title),
    author: textOf(author_name),
    siteName: textOf(provider_name),
    thumbnailUrl: typeof thumbnail === "string" ? webUrl(thumbnail, url) : undefined,
    type: textOf(type),
    quotation: title === undefined ? quotationOf(html) : undefined,
  });
  const isPost = oembed.quotation !== undefined && oembed.author !== undefined;
  return oembed.title === undefined && oembed.thumbnailUrl === undefined && !isPost ? undefined : oembed;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? cleanText(plainTitle(value), TITLE_CHARS) : undefined;
}

/** The text of a quotation. Line breaks become spaces; elements are removed before character references are resolved. */
function quotationOf(html: unknown): string | undefined {
  if (typeof html !== "string") return undefined;
  const start = html.search(/<blockquote\b/i);
  const markup =
    start === -1 ? undefined : QUOTATION.exec(html.slice(start))?.[1]?.replace(/<br\b[^<>]{0,100}>/gi, " ");
  return markup === undefined
    ? undefined
    : cleanText(decodeHTML(markup.replace(/<[^<>]{0,4000}>/g, "")), DESCRIPTION_CHARS);
}

/**
 * A page's description completed by its oEmbed description, whose title and author take precedence, but not its picture.
 * Behind a wall only the oEmbed description is used.
 * @param pageUrl the address of the described page, not the wall's
 */
export function withOembed(extraction: Extraction, oembed: Oembed, pageUrl: string): Extraction {
  const passed = extraction.wall !== undefined && titleOf(oembed) !== undefined;
  const { page, ...rest } = passed ? nothingOf(pageUrl) : extraction;
  const previewCandidates = [
    ...new Set([...rest.previewCandidates, ...(oembed.thumbnailUrl === undefined ? [] : [oembed.thumbnailUrl])]),
  ];
  const kind = oembed.type === "video" ? "video" : oembed.type === "photo" ? "image" : page.mediaType;
  // The title of a page without a summary is likely the site's.
  const ownTitle = page.description === undefined ? undefined : page.title;
  const described = compact({
    ...page,
    title: oembed.title ?? ownTitle ?? titleOf(oembed) ?? page.title,
    description: page.description ?? oembed.quotation,
    author: oembed.author ?? page.author,
    siteName: page.siteName ?? oembed.siteName,
    previewImageUrl: previewCandidates[0],
    mediaType: kind,
  });
  return { ...rest, page: { ...described, tags: page.tags }, previewCandidates };
}

/** The description of a page that could not be read: its address and icon. */
export function nothingOf(pageUrl: string): Extraction {
  const faviconUrl = webUrl("/favicon.ico", pageUrl);
  const mediaType = mediaTypeOf({ url: pageUrl, schemaTypes: [], openGraph: "", isHome: false, minutes: 0 });
  return {
    page: compact({ faviconUrl, mediaType: mediaType === "page" ? undefined : mediaType, tags: [] }),
    previewCandidates: [],
    faviconCandidates: faviconUrl === undefined ? [] : [faviconUrl],
  };
}

/** The title; for a post, author and text. */
function titleOf({ title, author, quotation }: Oembed): string | undefined {
  if (title !== undefined || author === undefined || quotation === undefined) return title;
  return cleanText(`${author}: ${quotation}`, TITLE_CHARS);
}
