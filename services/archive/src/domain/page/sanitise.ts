import { partAddress, pictureAddress, rewriteCss, webUrl } from "@satchel/chassis/parts";
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from "parse5";
import {
  DROPPED,
  DROPPED_FOREIGN,
  KEPT,
  KEPT_ARTICLE,
  KEPT_ARTICLE_ATTRIBUTES,
  KEPT_ATTRIBUTES,
  KEPT_MATH,
  KEPT_SVG,
} from "./elements.ts";
import { parseTree } from "./parse-tree.ts";

type Element = DefaultTreeAdapterMap["element"];
type ChildNode = DefaultTreeAdapterMap["childNode"];
type Attribute = Element["attrs"][number];

export interface SanitiseOptions {
  /** Where the page was found; its own `base` counts. */
  readonly url: string;
  /**
   * The name of a kept file, by the address as `partAddress` writes it, or by a `data:` address as it stands in the page;
   * undefined where it is not kept.
   */
  readonly fileOf: (address: string) => string | undefined;
  /** Elements that are read; default all. */
  readonly elements?: number | undefined;
}

/** How an element and its attributes are treated: as of a whole page, or as of an article within another page. */
interface Rules extends SanitiseOptions {
  readonly isArticle: boolean;
}

/** Elements within each other, at most: browsers stop at 512. What is deeper is left out. */
const DEPTH = 500;

/** Octets of one `data-` attribute: stylesheets select by short ones. */
const DATA_CHARS = 100;

/** An id of an article, so that it meets none of the page that shows it. */
const ARTICLE_ID = "in-article-";

/**
 * A page without anything that runs, sends, frames, refreshes or asks another server: elements and attributes that are
 * not known to be harmless are left out, stylesheets and pictures refer to kept files or to nothing. Links stay, and lead
 * where they led. The tree is the one that browsers build (parse5), so what is written is what they read.
 */
export function sanitisePage(source: string, options: SanitiseOptions): string {
  const document = parseTree(source, options.elements);
  const rules: Rules = { ...options, url: baseOf(document, options.url), isArticle: false };
  const root = document.childNodes.find((node): node is Element => node.nodeName === "html");
  const kept = root === undefined ? [] : clean(root, rules, 0);
  for (const node of kept) addHead(node);
  return `<!doctype html>\n${serializeAll(kept)}`;
}

/** The HTML of an article, to be shown within another page: no styles, no classes, ids of its own. */
export function sanitiseArticle(source: string, options: SanitiseOptions): string {
  const document = parseTree(source, options.elements);
  const body = findElement(document, "body");
  const rules: Rules = { ...options, isArticle: true };
  return serializeAll((body?.childNodes ?? []).flatMap((node) => clean(node, rules, 0)));
}

function serializeAll(nodes: readonly ChildNode[]): string {
  const parent = defaultTreeAdapter.createDocumentFragment();
  for (const node of nodes) defaultTreeAdapter.appendChild(parent, node);
  return serialize(parent);
}

function findElement(parent: DefaultTreeAdapterMap["parentNode"], name: string): Element | undefined {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue;
    if (node.tagName === name) return node;
    const found = node.tagName === "html" || node.tagName === "head" ? findElement(node, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function baseOf(document: DefaultTreeAdapterTypes.Document, url: string): string {
  const href = findElement(document, "base")?.attrs.find(({ name }) => name === "href")?.value;
  return (href === undefined ? undefined : partAddress(href, url)) ?? url;
}

/** Many pages hide themselves until a script has run: without scripts they would stay so. */
const SHOWN = "html,body{visibility:visible!important;opacity:1!important}";

/**
 * What a copy may load where it has no header: in an export, opened from a folder or another server. Satchel's own headers
 * allow no more.
 */
const OWN_FILES = "'self' file: data:";
const POLICY = `default-src 'none'; img-src ${OWN_FILES}; style-src ${OWN_FILES} 'unsafe-inline'; font-src ${OWN_FILES}; form-action 'none'; base-uri 'none'`;

/** The character set, which the file has no header for, {@link POLICY}, the width on a phone, and {@link SHOWN}. */
function addHead(node: ChildNode): void {
  if (!isElement(node) || node.tagName !== "html") return;
  const head = node.childNodes.find((child): child is Element => child.nodeName === "head");
  if (head === undefined) return;
  const meta = (attrs: Attribute[]): Element => defaultTreeAdapter.createElement("meta", html.NS.HTML, attrs);
  const policy = [
    { name: "http-equiv", value: "content-security-policy" },
    { name: "content", value: POLICY },
  ];
  const viewport = [
    { name: "name", value: "viewport" },
    { name: "content", value: "width=device-width, initial-scale=1" },
  ];
  head.childNodes.unshift(meta([{ name: "charset", value: "utf-8" }]), meta(policy), meta(viewport));
  const style = defaultTreeAdapter.createElement("style", html.NS.HTML, []);
  defaultTreeAdapter.insertText(style, SHOWN);
  const last = head.childNodes.at(-1);
  // A copy that is sanitised again has it already.
  if (last === undefined || serializeAll([last]) !== serializeAll([style])) defaultTreeAdapter.appendChild(head, style);
}

const isElement = (node: ChildNode): node is Element => "tagName" in node;

/** What is left of a node: itself, what was in it, or nothing. */
function clean(node: ChildNode, rules: Rules, depth: number): ChildNode[] {
  if (node.nodeName === "#text") return [node];
  if (!isElement(node) || depth > DEPTH) return [];
  const { tagName, namespaceURI } = node;
  if (namespaceURI !== html.NS.HTML) return cleanForeign(node, rules, depth);
  if (DROPPED.has(tagName)) return [];
  if (tagName === "video") return posterOf(node, rules);
  if (tagName === "style") return rules.isArticle ? [] : cleanStyle(node, rules);
  if (tagName === "link") return rules.isArticle ? [] : cleanLink(node, rules);
  if (tagName === "img") return cleanPicture(node, rules);
  const children = node.childNodes.flatMap((child) => clean(child, rules, depth + 1));
  const isKept = rules.isArticle ? KEPT_ARTICLE.has(tagName) : KEPT.has(tagName) || isCustom(tagName);
  if (isKept) return [made(node, attributesOf(node, rules), children)];
  // A form or a button keeps its place in the page, and does nothing.
  if (!rules.isArticle && (tagName === "form" || tagName === "fieldset" || tagName === "dialog")) {
    return [made({ ...node, tagName: "div", nodeName: "div" }, attributesOf(node, rules), children)];
  }
  if (!rules.isArticle && (tagName === "button" || tagName === "label" || tagName === "legend")) {
    return [made({ ...node, tagName: "span", nodeName: "span" }, attributesOf(node, rules), children)];
  }
  return children;
}

/** A custom element without its script is a box that stylesheets may name. */
const isCustom = (name: string): boolean => /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name);

function made(node: Element, attrs: Attribute[], children: ChildNode[]): Element {
  const element = defaultTreeAdapter.createElement(node.tagName, node.namespaceURI, attrs);
  for (const child of children) defaultTreeAdapter.appendChild(element, child);
  return element;
}

/** SVG and MathML by lists of their own; HTML within them is left out. */
function cleanForeign(node: Element, rules: Rules, depth: number): ChildNode[] {
  const { tagName, namespaceURI } = node;
  const isSvg = namespaceURI === html.NS.SVG;
  const isKept = isSvg ? !rules.isArticle && KEPT_SVG.has(tagName) : KEPT_MATH.has(tagName);
  if (!isKept) return [];
  const attrs = node.attrs.flatMap(({ name, value }): Attribute[] => {
    const key = name.toLowerCase();
    if (tagName === "use" && key === "href" && value.startsWith("#")) return [{ name: "href", value }];
    if (tagName === "image" && key === "href") {
      const file = fileOf(value, rules);
      return file === undefined ? [] : [{ name: "href", value: file }];
    }
    if (!/^[a-z][a-z0-9-]*$/i.test(key) || key.startsWith("on") || DROPPED_FOREIGN.has(key)) return [];
    if (rules.isArticle && (key === "style" || key === "class" || key === "id")) return [];
    return [{ name, value: value.includes("(") || key === "style" ? styleOf(value, rules) : value }];
  });
  const children = node.childNodes.flatMap((child): ChildNode[] => {
    if (!isElement(child)) return child.nodeName === "#text" ? [child] : [];
    return child.namespaceURI === namespaceURI && depth < DEPTH ? cleanForeign(child, rules, depth + 1) : [];
  });
  return [made(node, attrs, children)];
}

function fileOf(href: string, { url, fileOf: find }: Rules): string | undefined {
  const address = isEmbedded(href) ? href : (cidAddress(href) ?? partAddress(href, url));
  return address === undefined ? undefined : find(address);
}

/** The address of a part of a mail (RFC 2392), as its parts are named; undefined for any other. */
function cidAddress(href: string): string | undefined {
  const id = /^\s*cid:(\S+)\s*$/i.exec(href)?.[1];
  if (id === undefined) return undefined;
  try {
    return `cid:${decodeURIComponent(id)}`;
  } catch {
    return `cid:${id}`;
  }
}

const isEmbedded = (href: string | undefined): href is string => href !== undefined && /^\s*data:/i.test(href);

/** References within SVG (`url(#gradient)`) stay; all others lead to kept files or nowhere. */
const styleOf = (css: string, rules: Rules): string =>
  rewriteCss(css, ({ href }) => (href.startsWith("#") ? href : fileOf(href, rules)));

function cleanStyle(node: Element, rules: Rules): ChildNode[] {
  const source = node.childNodes.map((child) => (child.nodeName === "#text" && "value" in child ? child.value : ""));
  const css = styleOf(source.join(""), rules);
  if (/<\/style/i.test(css)) return [];
  const text = defaultTreeAdapter.createElement("style", html.NS.HTML, attributesOf(node, rules));
  defaultTreeAdapter.insertText(text, css);
  return [text];
}

function cleanLink(node: Element, rules: Rules): ChildNode[] {
  const attribute = reader(node);
  const rel = (attribute("rel") ?? "").toLowerCase().split(/\s+/);
  const file =
    rel.includes("stylesheet") && !rel.includes("alternate") ? fileOf(attribute("href") ?? "", rules) : undefined;
  if (file === undefined) return [];
  const media = attribute("media");
  const attrs = [
    { name: "rel", value: "stylesheet" },
    { name: "href", value: file },
    ...(media === undefined ? [] : [{ name: "media", value: media }]),
  ];
  return [made(node, attrs, [])];
}

const reader =
  ({ attrs }: Element) =>
  (name: string): string | undefined =>
    attrs.find((attribute) => attribute.name === name)?.value;

/** A picture that is kept, else its text; without one nothing. */
function cleanPicture(node: Element, rules: Rules): ChildNode[] {
  const attribute = reader(node);
  const address = pictureAddress(attribute);
  const embedded = [attribute("src"), attribute("srcset")?.trim().split(/\s/, 1)[0]].find(isEmbedded);
  const file = [address, embedded].map((href) => href && fileOf(href, rules)).find((name) => name !== undefined);
  const attrs = attributesOf(node, rules);
  if (file !== undefined) return [made(node, [{ name: "src", value: file }, ...attrs], [])];
  const isNamed = (attribute("alt") ?? "").trim() !== "";
  return isNamed && !rules.isArticle ? [made(node, attrs, [])] : [];
}

/** A film is not kept; its poster is. */
function posterOf(node: Element, rules: Rules): ChildNode[] {
  const file = fileOf(reader(node)("poster") ?? "", rules);
  if (file === undefined) return [];
  const attrs = attributesOf(node, rules);
  return [made({ ...node, tagName: "img", nodeName: "img" }, [{ name: "src", value: file }, ...attrs], [])];
}

function attributesOf(node: Element, rules: Rules): Attribute[] {
  const { tagName, attrs } = node;
  const { isArticle } = rules;
  const kept = attrs.flatMap(({ name, value }): Attribute[] => {
    if (name === "href" && tagName === "a") return linkTo(value, rules);
    if (isArticle) {
      if (!KEPT_ARTICLE_ATTRIBUTES.has(name)) return [];
      return [{ name, value: name === "id" ? ARTICLE_ID + value : value }];
    }
    if (name === "style") return [{ name, value: styleOf(value, rules) }];
    if (KEPT_ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name)) return [{ name, value }];
    return /^data-[a-z0-9-]+$/.test(name) && value.length <= DATA_CHARS ? [{ name, value }] : [];
  });
  return tagName === "a" ? [...kept, { name: "rel", value: "noreferrer noopener nofollow" }] : kept;
}

/** Links lead to the web, to an address for mail, or to a place in the same page. */
function linkTo(href: string, { url, isArticle }: Rules): Attribute[] {
  if (href.startsWith("#")) return [{ name: "href", value: isArticle ? `#${ARTICLE_ID}${href.slice(1)}` : href }];
  const target = webUrl(href, url);
  if (target === undefined) return [];
  const { protocol, href: value } = target;
  return protocol === "http:" || protocol === "https:" || protocol === "mailto:" ? [{ name: "href", value }] : [];
}
