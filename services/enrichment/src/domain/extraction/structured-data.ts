import { type Fields, isObject, listOf, parseJson } from "../json.ts";
import { STRUCTURED_DATA_OBJECTS } from "../limits.ts";
import { compact } from "@satchel/contracts/compact";
import type { Picture } from "./page-facts.ts";
import { bareUrl } from "./web-url.ts";

/** The JSON-LD of a page (schema.org), unprocessed; every part may be missing. */
export type StructuredData = {
  name?: string;
  /** Of an article; in encyclopedias a description of its subject. */
  headline?: string;
  description?: string;
  siteName?: string;
  author?: string;
  publishedAt?: string;
  language?: string;
  images: Picture[];
  keywords: string[];
  /** Types of the object that the page is about. */
  types: string[];
  /** Whether the page's object is certain: it is the only candidate, or has the page's address. */
  isSure: boolean;
};

/** Types of accessory objects, which a page is not about. */
const BESIDES: ReadonlySet<string> = new Set(
  "BreadcrumbList ContactPoint ImageObject ItemList ListItem Organization NewsMediaOrganization Corporation Person PostalAddress SearchAction SiteNavigationElement WPHeader WPFooter WebSite".split(
    " ",
  ),
);

/** Types of the page itself, used only without a more specific object. */
const PAGES: ReadonlySet<string> = new Set(["WebPage", "CollectionPage", "ItemPage", "AboutPage", "SearchResultsPage"]);

/** Types whose name is the site's if there is no publisher. */
const NAMES: readonly string[] = ["WebSite", "NewsMediaOrganization"];

/** How deep lists may lie in a list whose objects are read. */
const LISTS_IN_LISTS = 2;

/**
 * Reads JSON-LD blocks: their top objects, those in `@graph`, and their main entities; references by `@id` are followed. The
 * page's object is the one with its address or the first with a headline, else the first that is no accessory. Broken blocks
 * are ignored.
 * @param url the page's address
 */
export function readStructuredData(blocks: readonly string[], url: string): StructuredData {
  const nodes = blocks.flatMap((block) => topNodes(valueOf(block))).slice(0, STRUCTURED_DATA_OBJECTS);
  const byId = new Map(
    nodes.flatMap((node) => (typeof node["@id"] === "string" ? [[node["@id"], node] as const] : [])),
  );
  const follow = (value: unknown): unknown => {
    const first = listOf(value)[0];
    const id = isObject(first) && Object.keys(first).length <= 2 ? first["@id"] : undefined;
    return typeof id === "string" ? (byId.get(id) ?? value) : value;
  };
  const things = nodes.filter((node) => !isBesides(node));
  const exact = things.filter((node) => !typesOf(node).some((type) => PAGES.has(type)));
  const headlined = things.filter((node) => textOf(node["headline"]) !== undefined);
  const untyped = nodes.find((node) => typesOf(node).length === 0 && textOf(node["headline"]) !== undefined);
  const own = exact.find((node) => isAbout(node, url));
  const subject = own ?? headlined[0] ?? exact[0] ?? untyped ?? things[0] ?? {};
  const site = nodes.find((node) => typesOf(node).some((type) => NAMES.includes(type)));
  const main = listOf(subject["mainEntity"]).find(isObject);
  const authors = listOf(subject["author"] ?? subject["creator"] ?? main?.["author"]).map(follow);
  return compact({
    name: textOf(subject["name"]),
    headline: textOf(subject["headline"]),
    description: textOf(subject["description"]),
    images: imagesOf(follow(subject["image"]) ?? subject["thumbnailUrl"]),
    siteName: nameOf(follow(subject["publisher"])) ?? nameOf(site),
    author: namesOf(authors),
    publishedAt: textOf(subject["datePublished"]) ?? textOf(subject["uploadDate"]) ?? textOf(subject["dateCreated"]),
    language: textOf(subject["inLanguage"]) ?? textOf(things[0]?.["inLanguage"]),
    keywords: [...keywordsOf(subject["keywords"]), ...keywordsOf(subject["articleSection"]).slice(0, 1)],
    types: typesOf(subject).map((type) => type.replace(/^https?:\/\/schema\.org\//, "")),
    isSure: own !== undefined || headlined.length === 1 || (headlined.length === 0 && exact.length === 1),
  });
}

function valueOf(block: string): unknown {
  // Raw line breaks inside strings, the most common fault, become spaces, which are valid inside and outside of strings.
  const json = block.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\/\]\]>|\]\]>)\s*$/g, "");
  return parseJson(json.replace(/\p{Cc}/gu, " ").replace(/;\s*$/, ""));
}

function topNodes(value: unknown): Fields[] {
  const graphs = objectsIn(value).flatMap((node) => [node, ...objectsIn(node["@graph"])]);
  return graphs.flatMap((node) => [node, ...objectsIn(node["mainEntity"]).slice(0, 1)]);
}

/** The objects of a list. Some programs that collect what a page says put lists into lists. */
const objectsIn = (value: unknown): Fields[] => listOf(value).flat(LISTS_IN_LISTS).filter(isObject);

function typesOf(node: Fields): string[] {
  return listOf(node["@type"]).filter((type) => typeof type === "string");
}

function isBesides(node: Fields): boolean {
  const types = typesOf(node);
  return types.length === 0 || types.some((type) => BESIDES.has(type));
}

function isAbout(node: Fields, url: string): boolean {
  const page = node["mainEntityOfPage"];
  const addresses = [node["url"], node["@id"], isObject(page) ? page["@id"] : page];
  return addresses.some((address) => typeof address === "string" && bareUrl(address) === bareUrl(url));
}

function textOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  const text = isObject(first) ? first["@value"] : first;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function imagesOf(value: unknown): Picture[] {
  return listOf(value)
    .slice(0, 4)
    .flatMap((item) => {
      const href = isObject(item) ? (textOf(item["url"]) ?? textOf(item["contentUrl"])) : textOf(item);
      if (href === undefined) return [];
      const size = (name: string) => {
        const pixels = isObject(item) ? Number.parseInt(String(item[name]), 10) : Number.NaN;
        return Number.isFinite(pixels) && pixels >= 0 ? pixels : undefined;
      };
      return [{ href, hint: "json-ld", ...compact({ width: size("width"), height: size("height") }) }];
    });
}

function nameOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  return isObject(first) ? textOf(first["name"]) : textOf(first);
}

function namesOf(values: readonly unknown[]): string | undefined {
  const names = values.slice(0, 10).flatMap((item) => nameOf(item) ?? []);
  const people = names.filter((name) => !/^https?:/.test(name));
  return people.length === 0 ? undefined : people.join(", ");
}

function keywordsOf(value: unknown): string[] {
  return listOf(value).flatMap((item) => nameOf(item) ?? []);
}
