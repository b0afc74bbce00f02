import { webUrl } from "@satchel/chassis/parts";
import { type DomDocument, type DomElement, type DomNode, isElement, TEXT_NODE } from "./dom.ts";
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
  const blockOf = new Map<DomNode, Block>();
  for (const block of blocks) for (const node of block.nodes) blockOf.set(node, block);
  const root = rootOf(document.body, chosen);
  const isChosen = (node: DomNode | undefined): boolean => {
    const block = node === undefined ? undefined : blockOf.get(node);
    return block !== undefined && chosen.has(block);
  };

  /** The title is shown apart from the article; a picture may stand above it. */
  const isTitle = (node: DomNode | undefined): boolean =>
    node !== undefined && blockOf.get(node)?.blockPath.some(({ localName }) => localName === "h1") === true;

  // In document order: each picture with the texts before and after it.
  const removed: DomNode[] = [];
  const waiting: { picture: DomElement; before: DomNode | undefined; isInside: boolean }[] = [];
  let last: DomNode | undefined;
  const settle = (after: DomNode | undefined): void => {
    for (const { picture, before, isInside } of waiting.splice(0)) {
      const neighbours = [before, after].filter((node) => isChosen(node) || isTitle(node)).length;
      if (neighbours < (isInside ? 1 : 2) || isSmall(picture)) removed.push(picture);
    }
  };
  const walk = (parent: DomElement, isInside: boolean): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === TEXT_NODE) {
        if (!blockOf.has(node)) continue;
        settle(node);
        last = node;
        if (!isChosen(node)) removed.push(node);
      } else if (isElement(node)) {
        if (PICTURES.has(node.localName)) waiting.push({ picture: node, before: last, isInside });
        else walk(node, isInside || node === root);
      }
    }
  };
  walk(document.body, document.body === root);
  settle(undefined);
  for (const node of removed) (node as DomElement).remove();
  removeEmpty(document.body);
  return document.body.innerHTML.trim();
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
  const sizes = ["width", "height"].map((name) => Number.parseInt(picture.getAttribute(name) ?? "", 10));
  return sizes.some((size) => size > 0 && size < LEAST_PIXELS);
}

/** Removes elements in which nothing is left. */
function removeEmpty(parent: DomElement): boolean {
  let isEmpty = true;
  for (let node = parent.firstChild; node !== null; ) {
    const next: DomNode | null = node.nextSibling;
    if (isElement(node)) {
      const isCell = node.localName === "td" || node.localName === "th";
      if (PICTURES.has(node.localName)) isEmpty = false;
      else if (removeEmpty(node) && !isCell) node.remove();
      else isEmpty = false;
    } else if (node.nodeType === TEXT_NODE) {
      // A space may be all that an element within a line has.
      const text = node.textContent ?? "";
      if (text.trim() !== "" || (text !== "" && INLINE.has(parent.localName))) isEmpty = false;
    } else (node as DomElement).remove();
    node = next;
  }
  return isEmpty;
}

/** Makes the addresses of links and pictures absolute. */
export function resolveAddresses(document: DomDocument, url: string): void {
  const href = document.querySelector("base[href]")?.getAttribute("href") ?? url;
  const base = webUrl(href, url)?.href ?? url;
  for (const [selector, name] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const value = element.getAttribute(name) ?? "";
      const address = value.startsWith("#") ? undefined : webUrl(value, base);
      if (address !== undefined) element.setAttribute(name, address.href);
    }
  }
}
