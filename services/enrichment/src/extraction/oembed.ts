import { TITLE_CHARS } from "../limits.ts";
import { cleanText } from "./clean-text.ts";
import { compact } from "./compact.ts";
import type { Extraction } from "./extraction.ts";
import { plainTitle } from "./plain-text.ts";
import { webUrl } from "./web-url.ts";

/** Media ranges to ask for, and octets at most, when an oEmbed description is fetched. */
export const OEMBED_ACCEPT: readonly string[] = ["application/json", "text/json;q=0.9", "text/javascript;q=0.5"];
export const OEMBED_BYTES = 64 * 1024;

/**
 * Sites whose pages say little to a program, or hide behind a request for consent, but whose oEmbed endpoint says all
 * (oembed.com, section 7.1): where it is, by the addresses that it knows.
 */
const PROVIDERS: readonly { pages: RegExp; endpoint: string }[] = [
  {
    pages:
      /^https?:\/\/(?:(?:www|m|music)\.)?youtube\.com\/(?:watch\?|shorts\/|live\/|playlist\?)|^https?:\/\/youtu\.be\/[\w-]{6}/,
    endpoint: "https://www.youtube.com/oembed",
  },
  { pages: /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:\w+\/)*\d+/, endpoint: "https://vimeo.com/api/oembed.json" },
  { pages: /^https?:\/\/(?:www\.|m\.)?soundcloud\.com\/[^/]+\/[^/]+/, endpoint: "https://soundcloud.com/oembed" },
  { pages: /^https?:\/\/open\.spotify\.com\/\w+\/\w+/, endpoint: "https://open.spotify.com/oembed" },
  { pages: /^https?:\/\/(?:www\.)?tiktok\.com\/@[^/]+\/video\/\d+/, endpoint: "https://www.tiktok.com/oembed" },
  { pages: /^https?:\/\/(?:www\.)?reddit\.com\/r\/[^/]+\/comments\/\w+/, endpoint: "https://www.reddit.com/oembed" },
  {
    pages: /^https?:\/\/(?:www\.)?flickr\.com\/photos\/[^/]+\/\d+/,
    endpoint: "https://www.flickr.com/services/oembed/",
  },
  {
    pages: /^https?:\/\/(?:www\.)?dailymotion\.com\/video\/\w+/,
    endpoint: "https://www.dailymotion.com/services/oembed",
  },
  { pages: /^https?:\/\/(?:www\.)?ted\.com\/talks\/\w+/, endpoint: "https://www.ted.com/services/v1/oembed.json" },
];

/** Where a well-known site describes the page at `url`, as JSON; undefined for all other sites. */
export function knownOembedUrl(url: string): string | undefined {
  const provider = PROVIDERS.find(({ pages }) => pages.test(url));
  return provider === undefined ? undefined : `${provider.endpoint}?format=json&url=${encodeURIComponent(url)}`;
}

/**
 * The oEmbed description that is worth a fetch: that of a well-known site whatever its page said, else the one a page
 * names when it is behind a wall or lacks a title or a picture itself.
 * @param url the address that was asked for, not a wall's to which it led
 * @param extraction what the page gave; undefined when it could not be had
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

/** What an oEmbed answer says (oembed.com, section 2.3.4). */
export type Oembed = { title?: string; author?: string; siteName?: string; thumbnailUrl?: string; type?: string };

/** Reads an answer in JSON; one that is none, or says nothing, is undefined. Its HTML is never looked at. */
export function readOembed(bytes: Uint8Array, url: string): Oembed | undefined {
  if (bytes.length > OEMBED_BYTES) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const text = (name: string) => {
    const part = said.get(name);
    return typeof part === "string" ? cleanText(plainTitle(part), TITLE_CHARS) : undefined;
  };
  const thumbnail = said.get("thumbnail_url") ?? (said.get("type") === "photo" ? said.get("url") : undefined);
  const oembed = compact({
    title: text("title"),
    author: text("author_name"),
    siteName: text("provider_name"),
    thumbnailUrl: typeof thumbnail === "string" ? webUrl(thumbnail, url) : undefined,
    type: text("type"),
  });
  return oembed.title === undefined && oembed.thumbnailUrl === undefined ? undefined : oembed;
}

/**
 * A page's description with what its oEmbed description adds: its title and author are believed before the page's, its
 * picture after the page's own. Behind a wall it is all there is, and the wall no longer matters.
 */
export function withOembed(extraction: Extraction, oembed: Oembed): Extraction {
  const { page, wall, ...rest } = extraction;
  const previewCandidates = [
    ...new Set([...rest.previewCandidates, ...(oembed.thumbnailUrl === undefined ? [] : [oembed.thumbnailUrl])]),
  ];
  const mediaType = oembed.type === "video" ? "video" : oembed.type === "photo" ? "image" : page.mediaType;
  const described = compact({
    ...page,
    title: oembed.title ?? page.title,
    author: oembed.author ?? page.author,
    siteName: page.siteName ?? oembed.siteName,
    previewImageUrl: previewCandidates[0],
    mediaType,
  });
  const remaining = wall === undefined || oembed.title !== undefined ? {} : { wall };
  return { ...rest, page: { ...described, tags: page.tags }, previewCandidates, ...remaining };
}
