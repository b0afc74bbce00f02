import type { MediaType } from "@satchel/contracts";

/**
 * Addresses without their scheme whose pages are of a kind, whatever they declare. Sites whose pages have little metadata, or
 * a wall, have an endpoint that describes them (oembed.com, section 7.1).
 */
const PAGES: readonly (readonly [pages: RegExp, mediaType: MediaType, oembed?: string])[] = [
  [
    /^(?:(?:www|m|music)\.)?youtube\.com\/(?:watch\?|shorts\/|live\/|playlist\?)|^youtu\.be\/[\w-]{6}/,
    "video",
    "https://www.youtube.com/oembed",
  ],
  [/^(?:www\.|player\.)?vimeo\.com\/(?:\w+\/)*\d+(?![\w-])/, "video", "https://vimeo.com/api/oembed.json"],
  [/^(?:www\.)?tiktok\.com\/@[^/]+\/video\/\d+/, "video", "https://www.tiktok.com/oembed"],
  [/^(?:www\.)?dailymotion\.com\/video\/\w+/, "video", "https://www.dailymotion.com/services/oembed"],
  [/^(?:www\.)?ted\.com\/talks\/\w+/, "video", "https://www.ted.com/services/v1/oembed.json"],
  [/^(?:clips|www)\.twitch\.tv\//, "video"],
  [/^(?:www\.|m\.)?soundcloud\.com\/[^/]+\/[^/]+/, "audio", "https://soundcloud.com/oembed"],
  [/^open\.spotify\.com\/\w+\/\w+/, "audio", "https://open.spotify.com/oembed"],
  [/^[^/]+\.bandcamp\.com\//, "audio"],
  [/^(?:www\.)?flickr\.com\/photos\/[^/]+\/\d+/, "image", "https://www.flickr.com/services/oembed/"],
  [/^arxiv\.org\/(?:abs|html)\//, "paper"],
  [/^(?:stackoverflow|superuser|serverfault)\.com\/questions\/|^[^/]+\.stackexchange\.com\/questions\//, "discussion"],
  [/^(?:www\.)?reddit\.com\/r\/[^/]+\/comments\/\w+/, "discussion", "https://www.reddit.com/oembed"],
  [/^old\.reddit\.com\/r\/[^/]+\/comments\/|^news\.ycombinator\.com\/item/, "discussion"],
  [/^(?:(?:www|m|mobile)\.)?(?:x|twitter)\.com\/[^/]+\/status\/\d+/, "post", "https://publish.x.com/oembed"],
  [/^bsky\.app\/profile\/[^/]+\/post\//, "post"],
  [/^(?:www\.)?amazon\.[a-z.]+\/(?:.*\/)?(?:dp|gp\/product)\//, "product"],
  [/^[a-z-]+\.(?:m\.)?wikipedia\.org\/wiki\//, "article"],
];

/** The kind of a page of a well-known site, and the endpoint that describes it. */
export function knownPage(url: string): { mediaType: MediaType; oembed: string | undefined } | undefined {
  const address = url.replace(/^https?:\/\//, "");
  const [, mediaType, oembed] = PAGES.find(([pages]) => pages.test(address)) ?? [];
  return mediaType === undefined ? undefined : { mediaType, oembed };
}
