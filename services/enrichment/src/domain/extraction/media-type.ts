import type { MediaType } from "@satchel/contracts";
import { knownPage } from "./known-sites.ts";

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

const REPOSITORY =
  /^https?:\/\/(?:www\.)?(?:github\.com|codeberg\.org|bitbucket\.org|gitlab\.com)\/([^/?#]+)\/([^/?#]+)\/?(?:[?#]|$)/;
const NO_OWNERS: ReadonlySet<string> = new Set(
  "about collections contact enterprise explore features login marketplace orgs pricing readme search security settings site sponsors topics trending users".split(
    " ",
  ),
);

/** The repository of an address at a well-known forge, as `owner/name`. */
export function repositoryOf(url: string): string | undefined {
  const match = REPOSITORY.exec(url);
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
  if (repositoryOf(url) !== undefined) return "repository";
  const known = knownPage(url);
  if (known !== undefined) return known.mediaType;
  if (isHome) return "page";
  const schema = BY_SCHEMA.find(([pattern]) => schemaTypes.some((type) => pattern.test(type)));
  // A page with both is a film's if Open Graph says so, even if it is also marked as an article.
  if (schema !== undefined && !(schema[1] === "article" && openGraph.startsWith("video"))) return schema[1];
  const declared = BY_OPEN_GRAPH.find(([pattern]) => pattern.test(openGraph));
  return declared?.[1] ?? (minutes > 0 ? "article" : "page");
}
