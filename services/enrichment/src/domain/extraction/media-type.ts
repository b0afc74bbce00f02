import type { MediaType } from "@satchel/contracts";

/** Types of schema.org and their kinds; the first one that a page has decides. */
const BY_SCHEMA: readonly (readonly [RegExp, MediaType])[] = [
  [/^(?:SoftwareSourceCode)$/, "repository"],
  [/^(?:ScholarlyArticle|Thesis)$/, "paper"],
  [/^(?:QAPage|DiscussionForumPosting|PageRequest)$/, "discussion"],
  [/^SocialMediaPosting$/, "post"],
  [/^Recipe$/, "recipe"],
  [/^(?:Product|ProductGroup|IndividualProduct|Vehicle)$/, "product"],
  [/^(?:Book|Audiobook)$/, "book"],
  [/(?:Article|BlogPosting|Report|Review)$/, "article"],
  [/^(?:VideoObject|Movie|TVEpisode|Clip)$/, "video"],
  [/^(?:AudioObject|PodcastEpisode|PodcastSeries|MusicRecording|MusicAlbum|MusicPlaylist)$/, "audio"],
];

const BY_OPEN_GRAPH: readonly (readonly [RegExp, MediaType])[] = [
  [/^video/, "video"],
  [/^music/, "audio"],
  [/^(?:product|og:product)/, "product"],
  [/^books?(?:$|\.)/, "book"],
  [/^(?:article|blog|news)/, "article"],
];

/** Pages whose address decides, whatever they declare. */
const BY_ADDRESS: readonly (readonly [RegExp, MediaType])[] = [
  [/^(?:www\.|m\.)?youtube\.com\/(?:watch|shorts\/|live\/)|^youtu\.be\/[\w-]{6}|^vimeo\.com\/\d/, "video"],
  [
    /^(?:www\.)?tiktok\.com\/@[^/]+\/video\/|^(?:www\.)?dailymotion\.com\/video\/|^(?:clips|www)\.twitch\.tv\//,
    "video",
  ],
  [
    /^open\.spotify\.com\/(?:track|album|episode|show)\/|^soundcloud\.com\/[^/]+\/[^/]+|^[^/]+\.bandcamp\.com\//,
    "audio",
  ],
  [/^arxiv\.org\/(?:abs|html)\//, "paper"],
  [/^(?:stackoverflow|superuser|serverfault)\.com\/questions\/|^[^/]+\.stackexchange\.com\/questions\//, "discussion"],
  [/^(?:www\.|old\.)?reddit\.com\/r\/[^/]+\/comments\/|^news\.ycombinator\.com\/item/, "discussion"],
  [/^(?:(?:www|m)\.)?(?:x|twitter)\.com\/[^/]+\/status\/|^bsky\.app\/profile\/[^/]+\/post\//, "post"],
  [/^(?:www\.)?amazon\.[a-z.]+\/(?:.*\/)?(?:dp|gp\/product)\//, "product"],
  [/^[a-z-]+\.(?:m\.)?wikipedia\.org\/wiki\//, "article"],
];

const REPOSITORY =
  /^(?:www\.)?(?:github\.com|codeberg\.org|bitbucket\.org|gitlab\.com)\/([^/?#]+)\/([^/?#]+)\/?(?:[?#]|$)/;
const NO_OWNERS: ReadonlySet<string> = new Set(
  "about collections contact enterprise explore features login marketplace orgs pricing readme search security settings site sponsors topics trending users".split(
    " ",
  ),
);

/** The repository of an address at a well-known forge, as `owner/name`. */
export function repositoryOf(url: string): string | undefined {
  const match = REPOSITORY.exec(withoutScheme(url));
  const [, owner = "", name = ""] = match ?? [];
  return match === null || NO_OWNERS.has(owner.toLowerCase()) ? undefined : `${owner}/${name.replace(/\.git$/, "")}`;
}

type MediaHints = {
  url: string;
  schemaTypes: readonly string[];
  openGraph: string;
  isHome: boolean;
  minutes: number;
};

/** The kind of a page by its address, its JSON-LD, or its Open Graph type; else an article if it is one long text. */
export function mediaTypeOf({ url, schemaTypes, openGraph, isHome, minutes }: MediaHints): MediaType {
  const address = withoutScheme(url);
  if (repositoryOf(url) !== undefined) return "repository";
  const known = BY_ADDRESS.find(([pattern]) => pattern.test(address));
  if (known !== undefined) return known[1];
  if (isHome) return "page";
  const schema = BY_SCHEMA.find(([pattern]) => schemaTypes.some((type) => pattern.test(type)));
  // A page with both is a film's if Open Graph says so, even if it is also marked as an article.
  if (schema !== undefined && !(schema[1] === "article" && openGraph.startsWith("video"))) return schema[1];
  const declared = BY_OPEN_GRAPH.find(([pattern]) => pattern.test(openGraph));
  return declared?.[1] ?? (minutes > 0 ? "article" : "page");
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
