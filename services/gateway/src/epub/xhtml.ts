import { compact } from "@satchel/contracts/compact";
import { articleBody } from "@satchel/chassis/article-body";
import { limitMarks } from "@satchel/contracts/marks";
import type { DefaultTreeAdapterMap } from "parse5";
import { resolveAnchors } from "./anchors.ts";
import {
  figureOf,
  hasBlocks,
  inlineOf,
  inPlace,
  isEmpty,
  isMath,
  itemsOf,
  rubyOf,
  tableOf,
  termsOf,
} from "./content-model.ts";
import { uriOf } from "./links.ts";
import { elementsOf, isElement, made, type Markup, textOf, writeMarkup } from "./markup.ts";

type HtmlNode = DefaultTreeAdapterMap["childNode"];
type HtmlElement = DefaultTreeAdapterMap["element"];

/** The content of an article as XHTML. */
interface Xhtml {
  readonly body: string;
  /** Names of the files that it shows. */
  readonly files: ReadonlySet<string>;
  readonly hasMath: boolean;
}

interface Options {
  /** Of the article: a heading at its beginning that says the same is left out. */
  readonly title: string;
  /** The file of a picture in the book, by its address in the article; undefined where it has none. */
  readonly fileOf: (src: string) => string | undefined;
}

/** Elements within each other, at most: small reading systems give up before browsers do. */
const DEPTH = 100;

const INLINE: ReadonlySet<string> = new Set(
  "a em strong small s cite q dfn abbr code var samp kbd sub sup i b u mark bdi bdo span ins del".split(" "),
);

/** BCP 47, without private and grandfathered tags. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i;

/** A tag of a language as reading systems take it; undefined for anything else. Pages write "de_AT" as well. */
export function languageOf(tag: string | undefined): string | undefined {
  const hyphened = tag?.trim().replaceAll("_", "-");
  return hyphened !== undefined && LANGUAGE.test(hyphened) ? hyphened : undefined;
}

/**
 * Writes an article as well-formed XHTML of the content model that EPUB 3.2 has (section 3, "XHTML content documents"):
 * what HTML tolerates, a paragraph within a span or an item without a list, is put in order, and nothing is left out but
 * what has no place in a book.
 * @param html sanitised
 */
export function toXhtml(html: string, options: Options): Xhtml {
  const converted = convertAll(articleBody(html).childNodes, options, 0);
  const parts = paragraphs(inPlace(resolveAnchors(withoutTitle(converted, options.title))));
  const all = [...elementsOf(parts)];
  return {
    body: writeMarkup(parts),
    files: new Set(all.flatMap(({ name, attributes }) => (name === "img" ? [attributes["src"] ?? ""] : []))),
    hasMath: all.some(({ name }) => name === "math"),
  };
}

/** The parts without a heading that is the title, where they begin with one. */
function withoutTitle(parts: readonly Markup[], title: string): readonly Markup[] {
  const at = parts.findIndex((part) => !isEmpty([part]));
  const first = parts[at];
  if (first === undefined || !isElement(first)) return parts;
  if (/^h[1-6]$/.test(first.name)) return isSame(textOf([first]), title) ? parts.toSpliced(at, 1) : parts;
  if (first.name !== "div") return parts;
  return parts.toSpliced(at, 1, { ...first, children: withoutTitle(first.children, title) });
}

const isSame = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);
const wordsOf = (text: string): string =>
  limitMarks(text)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Texts that stand between blocks become paragraphs of their own. */
function paragraphs(parts: readonly Markup[]): Markup[] {
  const blocks: Markup[] = [];
  let line: Markup[] = [];
  const settle = (): void => {
    if (!isEmpty(line)) blocks.push(made("p", {}, line));
    line = [];
  };
  for (const part of parts) {
    if (hasBlocks([part])) {
      settle();
      blocks.push(part);
    } else line.push(part);
  }
  settle();
  return blocks;
}

const convertAll = (nodes: readonly HtmlNode[], options: Options, depth: number): Markup[] =>
  nodes.flatMap((node) => convert(node, options, depth));

function convert(node: HtmlNode, options: Options, depth: number): readonly Markup[] {
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const { tagName: name } = node;
  if (name === "math") return mathOf(node);
  if (name === "img") return pictureOf(node, options);
  const attributes = attributesOf(node);
  const anchor = attributeOf(node, "id");
  const make = (as: string, parts: readonly Markup[], more: Record<string, string> = {}): Markup[] => [
    made(as, { ...attributes, ...more }, parts, anchor),
  ];
  if (name === "br" || name === "wbr" || name === "hr") return make(name, []);
  const children = convertAll(node.childNodes, options, depth + 1);
  if (depth > DEPTH) return inlineOf(children, " ");

  switch (name) {
    case "p":
      return make(hasBlocks(children) ? "div" : "p", children);
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      // The title of the article is the only one of the first rank.
      return make(name === "h1" ? "h2" : name, inlineOf(children, " "));
    case "pre":
      return make(name, inlineOf(children, "\n"));
    case "ul":
    case "ol": {
      const items = itemsOf(children);
      return items.length === 0 ? [] : make(name, items, name === "ol" ? orderOf(node) : {});
    }
    case "td":
    case "th":
      return make(name, children, spanOf(node));
    case "li":
    case "dd":
    case "blockquote":
    case "figcaption":
    case "thead":
    case "tr":
      return make(name, children);
    case "dt":
    case "caption":
    case "rt":
    case "rp":
      return make(name, inlineOf(children, " "));
    case "dl":
      return anchored(termsOf(children), anchor);
    case "figure":
      return anchored(figureOf(children), anchor);
    case "table":
      return anchored(tableOf(children), anchor);
    case "tbody":
    case "tfoot":
      return make("tbody", children);
    case "ruby":
      return anchored(rubyOf(children), anchor);
    case "summary":
      return hasBlocks(children) ? children : [made("p", {}, [made("strong", {}, children)])];
    case "a":
      return linkOf(node, children, attributes, anchor);
    case "div":
    case "section":
    case "aside":
    case "details":
      return make("div", children);
    default:
      if (!INLINE.has(name)) return children;
      // Its look is lost, its text is not.
      if (hasBlocks(children)) return anchored(children, anchor);
      if (name === "bdo" && attributes["dir"] === undefined) return make("span", children);
      if (name === "dfn" && [...elementsOf(children)].some((one) => one.name === "dfn")) return make("span", children);
      return make(name, children);
  }
}

/** Parts in whose place an element with an id was. */
const anchored = (parts: readonly Markup[], anchor: string | undefined): readonly Markup[] =>
  anchor === undefined ? parts : [made("span", {}, [], anchor), ...parts];

function linkOf(
  node: HtmlElement,
  children: readonly Markup[],
  attributes: Record<string, string>,
  anchor: string | undefined,
): readonly Markup[] {
  const href = attributeOf(node, "href");
  const target = href?.startsWith("#") === true ? href : href === undefined ? undefined : uriOf(href);
  const isNested = [...elementsOf(children)].some(({ name }) => name === "a");
  if (hasBlocks(children)) return anchored(children, anchor);
  if (target === undefined || isNested) return [made("span", attributes, children, anchor)];
  return [made("a", { ...attributes, href: target }, children, anchor)];
}

/** A picture, or the text that stands for it. */
function pictureOf(node: HtmlElement, { fileOf }: Options): Markup[] {
  const alt = attributeOf(node, "alt")?.trim() ?? "";
  const file = fileOf(attributeOf(node, "src") ?? "");
  if (file !== undefined) return [made("img", { src: file, alt }, [], attributeOf(node, "id"))];
  return alt === "" ? [] : [`[${alt}]`];
}

/** A formula; its text where it is not as MathML wants it. */
function mathOf(node: HtmlElement): Markup[] {
  const copy = (one: HtmlNode): Markup[] => {
    if (one.nodeName === "#text" && "value" in one) return [one.value];
    return "tagName" in one ? [made(one.tagName, {}, one.childNodes.flatMap(copy))] : [];
  };
  const children = node.childNodes.flatMap(copy);
  const isShownApart = attributeOf(node, "display") === "block";
  const math = made(
    "math",
    { xmlns: "http://www.w3.org/1998/Math/MathML", ...(isShownApart ? { display: "block" } : {}) },
    children,
  );
  return isMath(math) ? [math] : [textOf(children).replace(/\s+/g, " ")];
}

const attributeOf = ({ attrs }: HtmlElement, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

function attributesOf(node: HtmlElement): Record<string, string> {
  const language = languageOf(attributeOf(node, "lang"));
  const direction = attributeOf(node, "dir")?.toLowerCase();
  const title = attributeOf(node, "title")?.trim() ?? "";
  return {
    ...(language === undefined ? {} : { lang: language, "xml:lang": language }),
    ...(direction === "ltr" || direction === "rtl" ? { dir: direction } : {}),
    ...(title === "" ? {} : { title }),
  };
}

const integerOf = (text: string | undefined, least: number, most: number): string | undefined => {
  const number = text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? String(number) : undefined;
};

function orderOf(node: HtmlElement): Record<string, string> {
  const start = integerOf(attributeOf(node, "start"), -1e9, 1e9);
  return {
    ...compact({ start }),
    ...(attributeOf(node, "reversed") === undefined ? {} : { reversed: "reversed" }),
  };
}

/** Cells that a cell spans, at most: more are no table that a page of a book shows. */
const SPAN = 100;

function spanOf(node: HtmlElement): Record<string, string> {
  const columns = integerOf(attributeOf(node, "colspan"), 2, SPAN);
  const rows = integerOf(attributeOf(node, "rowspan"), 2, SPAN);
  return compact({ colspan: columns, rowspan: rows });
}
