import { webUrl } from "@satchel/chassis/parts";
import {
  attributeOf,
  type DomDocument,
  type DomElement,
  type DomNode,
  type DomText,
  elementsIn,
  htmlOf,
  isElement,
  isText,
} from "./dom.ts";
import { type Block, INLINE } from "./page-blocks.ts";

/** Elements without text that belong to an article where they stand in it. */
const PICTURES: ReadonlySet<string> = new Set(["img", "picture", "source", "video", "math", "hr", "br", "wbr"]);

/** Pixels below which a picture is an icon, a counter or a line. */
const LEAST_PIXELS = 48;

/** The share of the chosen words that the article's element holds; the rest are a heading or a note beside it. */
const MOST = 0.8;

/**
 * The HTML of the chosen blocks of a page: the page's tree without the other texts, and with the pictures that stand between
 * chosen texts. The document is changed. What is dangerous in it is removed later (`sanitiseArticle`).
 */
export function articleHtml(document: DomDocument, blocks: readonly Block[], chosen: ReadonlySet<Block>): string {
  const blockOf = new Map<DomText, Block>();
  for (const block of blocks) for (const node of block.nodes) blockOf.set(node, block);
  const root = rootOf(document.body, chosen);
  const isChosen = (node: DomText | undefined): boolean => {
    const block = node === undefined ? undefined : blockOf.get(node);
    return block !== undefined && chosen.has(block);
  };

  /** The title is shown apart from the article; a picture may stand above it. */
  const isTitle = (node: DomText | undefined): boolean =>
    node !== undefined && blockOf.get(node)?.blockPath.some(({ tagName }) => tagName === "h1") === true;

  // In document order: each picture with the texts before and after it.
  const removed = new Set<DomNode>();
  const waiting: { picture: DomElement; before: DomText | undefined; isInside: boolean }[] = [];
  let last: DomText | undefined;
  const settle = (after: DomText | undefined): void => {
    for (const { picture, before, isInside } of waiting.splice(0)) {
      const neighbours = [before, after].filter((node) => isChosen(node) || isTitle(node)).length;
      if (neighbours < (isInside ? 1 : 2) || isSmall(picture)) removed.add(picture);
    }
  };
  const walk = (parent: DomElement, isInside: boolean): void => {
    for (const node of parent.childNodes) {
      if (isText(node)) {
        if (!blockOf.has(node)) continue;
        settle(node);
        last = node;
        if (!isChosen(node)) removed.add(node);
      } else if (isElement(node)) {
        if (PICTURES.has(node.tagName)) waiting.push({ picture: node, before: last, isInside });
        else walk(node, isInside || node === root);
      }
    }
  };
  walk(document.body, document.body === root);
  settle(undefined);
  prune(document.body, removed);
  return htmlOf(document.body).trim();
}

/** The deepest element that holds most of the chosen words. It is around the longest block, which alone is compared with. */
function rootOf(body: DomElement, chosen: ReadonlySet<Block>): DomElement {
  let longest: Block | undefined;
  for (const block of chosen) if (longest === undefined || block.words.length > longest.words.length) longest = block;
  const path = longest?.blockPath ?? [];
  /** Words of the blocks that share so many elements with the longest one. */
  const words = path.map(() => 0);
  let total = 0;
  for (const { words: own, blockPath } of chosen) {
    total += own.length;
    let shared = 0;
    while (shared < path.length && blockPath[shared] === path[shared]) shared++;
    if (shared > 0) words[shared - 1] = (words[shared - 1] ?? 0) + own.length;
  }
  let within = 0;
  return path.findLast((_, depth) => (within += words[depth] ?? 0) >= MOST * total) ?? body;
}

function isSmall(picture: DomElement): boolean {
  const sizes = ["width", "height"].map((name) => Number.parseInt(attributeOf(picture, name) ?? "", 10));
  return sizes.some((size) => size > 0 && size < LEAST_PIXELS);
}

/** Removes nodes, and elements in which nothing is left. @returns whether nothing is left */
function prune(parent: DomElement, removed: ReadonlySet<DomNode>): boolean {
  let isEmpty = true;
  parent.childNodes = parent.childNodes.filter((node) => {
    if (removed.has(node)) return false;
    if (isElement(node)) {
      const isCell = node.tagName === "td" || node.tagName === "th";
      if (!PICTURES.has(node.tagName) && prune(node, removed) && !isCell) return false;
      isEmpty = false;
      return true;
    }
    if (!isText(node)) return false;
    // A space may be all that an element within a line has.
    if (node.value.trim() !== "" || (node.value !== "" && INLINE.has(parent.tagName))) isEmpty = false;
    return true;
  });
  return isEmpty;
}

/** The attribute with the address, by element. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ["a", "href"],
  ["img", "src"],
]);

/** Makes the addresses of links and pictures absolute. */
export function resolveAddresses(document: DomDocument, url: string): void {
  const elements = elementsIn(document.root);
  const bases = elements.filter(({ tagName }) => tagName === "base").map((element) => attributeOf(element, "href"));
  const base = webUrl(bases.find((href) => href !== undefined) ?? url, url)?.href ?? url;
  for (const { tagName, attrs } of elements) {
    const attribute = attrs.find(({ name }) => name === ADDRESSES.get(tagName));
    if (attribute === undefined || attribute.value.startsWith("#")) continue;
    attribute.value = webUrl(attribute.value, base)?.href ?? attribute.value;
  }
}
