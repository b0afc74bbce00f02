import { STRUCTURED_DATA_OBJECTS } from "../limits.ts";
import { compact } from "./compact.ts";

/** What JSON-LD says about a page (schema.org), as written; every part may be missing. */
export type StructuredData = {
  title?: string;
  description?: string;
  image?: string;
  siteName?: string;
  author?: string;
  publishedAt?: string;
  keywords: string[];
};

type Node = Record<string, unknown>;

/** Things a page mentions besides what it is about. */
const BESIDES: ReadonlySet<string> = new Set([
  "BreadcrumbList",
  "ContactPoint",
  "ImageObject",
  "ItemList",
  "ListItem",
  "Organization",
  "NewsMediaOrganization",
  "Corporation",
  "Person",
  "PostalAddress",
  "SearchAction",
  "SiteNavigationElement",
  "WPHeader",
  "WPFooter",
  "WebSite",
]);

/**
 * Reads JSON-LD blocks: the objects at their top and in `@graph`. The page is described by the first object with a
 * headline, else by the first that is no organisation, breadcrumb or other accessory. Broken blocks say nothing.
 */
export function readStructuredData(blocks: readonly string[]): StructuredData {
  const nodes = blocks.flatMap((block) => topNodes(parse(block))).slice(0, STRUCTURED_DATA_OBJECTS);
  const subject =
    nodes.find((node) => textOf(node["headline"]) !== undefined) ?? nodes.find((node) => !isBesides(node)) ?? {};
  const site = nodes.find((node) => typesOf(node).includes("WebSite"));
  return compact({
    title: textOf(subject["headline"]) ?? textOf(subject["name"]),
    description: textOf(subject["description"]),
    image: urlOf(subject["image"]) ?? urlOf(subject["thumbnailUrl"]),
    siteName: nameOf(site) ?? nameOf(subject["publisher"]),
    author: namesOf(subject["author"]),
    publishedAt: textOf(subject["datePublished"]),
    keywords: keywordsOf(subject["keywords"]),
  });
}

function parse(block: string): unknown {
  // Raw line breaks inside strings are the commonest fault; as spaces they are legal inside and outside of strings.
  const json = block.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\/\]\]>|\]\]>)\s*$/g, "");
  try {
    return JSON.parse(json.replace(/\p{Cc}/gu, " ").replace(/;\s*$/, ""));
  } catch {
    return undefined;
  }
}

function topNodes(value: unknown): Node[] {
  const tops = listOf(value).filter(isNode);
  return tops.flatMap((node) => ("@graph" in node ? [node, ...listOf(node["@graph"]).filter(isNode)] : [node]));
}

function typesOf(node: Node): unknown[] {
  return listOf(node["@type"]);
}

function isBesides(node: Node): boolean {
  const types = typesOf(node);
  return types.length === 0 || types.some((type) => typeof type === "string" && BESIDES.has(type));
}

function textOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  const text = isNode(first) ? first["@value"] : first;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function urlOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  return isNode(first) ? (textOf(first["url"]) ?? textOf(first["contentUrl"])) : textOf(first);
}

function nameOf(value: unknown): string | undefined {
  const first = listOf(value)[0];
  return isNode(first) ? textOf(first["name"]) : textOf(first);
}

function namesOf(value: unknown): string | undefined {
  const names = listOf(value)
    .slice(0, 10)
    .flatMap((item) => nameOf(item) ?? []);
  return names.length === 0 ? undefined : names.join(", ");
}

function keywordsOf(value: unknown): string[] {
  return listOf(value).flatMap((item) => nameOf(item) ?? []);
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
