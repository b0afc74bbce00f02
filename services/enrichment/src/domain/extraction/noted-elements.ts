import { REPEATED_VALUES } from "../limits.ts";
import { isRead } from "./meta-names.ts";
import { noteImage } from "./noted-images.ts";
import type { Attributes, PageFacts, Picture, Place } from "./page-facts.ts";
import { pixelsOf } from "./srcset.ts";

/** Attributes that show whether an element is visible, and whether it is the page's text. */
const REGION = ["hidden", "style", "role", "aria-hidden", "aria-modal", "id"] as const;

/** Attributes with an image's address, or several: those of lazy loading and of Amazon's gallery included. */
const IMAGE_ADDRESSES = ["src", "data-src", "srcset", "data-srcset", "data-old-hires", "data-a-dynamic-image"] as const;

/** Attributes that are read, by element; of all others only the names are read. */
export const KEPT: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["html", ["lang", "xml:lang"]],
  ["base", ["href"]],
  ["link", ["rel", "href", "type", "sizes", "media", "itemprop", "content"]],
  ["meta", ["property", "name", "itemprop", "http-equiv", "content"]],
  ["script", ["type"]],
  ["a", ["rel", "class", "itemprop", "href"]],
  ["p", ["class", "itemprop", ...REGION]],
  ["span", ["class", "itemprop", ...REGION]],
  ["div", ["class", "itemprop", ...REGION]],
  ...["section", "header", "ul", "ol", "dialog", "figure"].map(
    (name) => [name, ["class", "itemprop", ...REGION]] as const,
  ),
  ["h1", REGION],
  ...["address", "cite", "h2", "h3", "h4", "li", "strong"].map((name) => [name, ["class", "itemprop", "rel"]] as const),
  ["img", [...IMAGE_ADDRESSES, "width", "height", "class", "id", "alt", "itemprop"]],
  ["source", ["srcset"]],
  ["input", ["type"]],
  ["abbr", ["title", "itemprop", "class"]],
  ["time", ["datetime", "itemprop", "class", "pubdate"]],
]);

/** Characters of the longest relevant element or attribute name; longer ones are skipped. */
export const NAME_CHARS = 20;

const IMAGES: ReadonlySet<string> = new Set(
  "og:image og:image:url og:image:secure_url twitter:image twitter:image:src image thumbnailurl".split(" "),
);

export function noteElement(facts: PageFacts, element: string, attributes: Attributes, place: Place): void {
  if (element === "meta") noteMeta(facts, attributes, place);
  else if (element === "link") noteLink(facts, attributes);
  else if (element === "img" && place.isContent) noteImage(facts, attributes, place);
  else if ((element === "time" || element === "abbr") && place.isContent) noteTime(facts, element, attributes, place);
  else if (element === "html") facts.language ||= attributes.get("lang") ?? attributes.get("xml:lang") ?? "";
  else if (element === "base") facts.baseHref ||= attributes.get("href") ?? "";
  else if (element === "input" && attributes.get("type")?.toLowerCase() === "password") facts.asksForPassword = true;
}

/** Media types of feeds. */
const FEED_TYPE = /^application\/(?:rss|atom|feed)\+(?:xml|json)$/;

function noteLink(facts: PageFacts, attributes: Attributes): void {
  const href = attributes.get("href") ?? "";
  if (href.trim() === "") return;
  const rel = (attributes.get("rel") ?? "").toLowerCase();
  const rels = rel.split(/\s+/, 8);
  const { type = "", sizes = "", media = "" } = Object.fromEntries(attributes);
  if (attributes.get("itemprop") === "image") noteDeclaredImage(facts.images, "microdata", href);
  if (rels.includes("canonical")) facts.canonicalHref ||= href;
  if (rels.includes("image_src")) facts.imageHref ||= href;
  if (rels.includes("manifest")) facts.manifestHref ||= href;
  if (rels.includes("alternate")) {
    const mediaType = type.trim().toLowerCase();
    if (mediaType === "application/json+oembed") facts.oembedHref ||= href;
    if (FEED_TYPE.test(mediaType)) facts.feedHref ||= href;
  }
  const isIcon = rels.some((name) => name === "icon" || name.startsWith("apple-touch-icon"));
  if (isIcon && facts.icons.length < REPEATED_VALUES)
    facts.icons.push({ href, rel, type: type.toLowerCase(), sizes: sizes.toLowerCase(), media: media.toLowerCase() });
}

function noteMeta(facts: PageFacts, attributes: Attributes, { isNoscript }: Place): void {
  const content = attributes.get("content") ?? "";
  if (content.trim() === "") return;
  if (attributes.get("http-equiv")?.trim().toLowerCase() === "refresh") facts.refresh ??= { content, isNoscript };
  for (const key of ["property", "name", "itemprop", "http-equiv"]) {
    for (const name of (attributes.get(key) ?? "").trim().toLowerCase().split(/\s+/, 4)) {
      if (IMAGES.has(name)) return noteDeclaredImage(facts.images, name, content);
      if (name.startsWith("og:image:")) return noteImageDetail(facts.images, name, content);
      if (!isRead(name)) continue;
      const values = facts.metas.get(name) ?? [];
      if (values.length < REPEATED_VALUES) facts.metas.set(name, [...values, content]);
      return;
    }
  }
}

function noteDeclaredImage(images: Picture[], name: string, href: string): void {
  const last = images.at(-1);
  // `og:image` begins a picture; `og:image:url` and `og:image:secure_url` after it are the same picture (ogp.me).
  if (name === "og:image:secure_url" && last !== undefined && last.hint === "og:image") last.href = href;
  else if (name === "og:image:url" && last?.hint === "og:image") return;
  else if (images.length < REPEATED_VALUES) images.push({ href, hint: name === "og:image:url" ? "og:image" : name });
}

function noteImageDetail(images: Picture[], name: string, content: string): void {
  const last = images.at(-1);
  const pixels = pixelsOf(content);
  if (last === undefined || last.hint !== "og:image" || pixels === undefined) return;
  if (name === "og:image:width") last.width = pixels;
  if (name === "og:image:height") last.height = pixels;
}

function noteTime(facts: PageFacts, element: string, attributes: Attributes, { isArticle }: Place): void {
  const says = `${attributes.get("itemprop") ?? ""} ${attributes.get("class") ?? ""}`.toLowerCase();
  const isPublication =
    attributes.has("pubdate") || /datepublished|datecreated|published|entry-date|dt-published/.test(says);
  const time = attributes.get(element === "time" ? "datetime" : "title") ?? "";
  if (isPublication) facts.publishedTime ||= time;
  else if (isArticle && element === "time") facts.articleTime ||= time;
}
