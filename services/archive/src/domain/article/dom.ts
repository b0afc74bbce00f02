import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, serialize } from "parse5";
import { parseTree } from "../page/parse-tree.ts";

export type DomNode = DefaultTreeAdapterMap["childNode"];
export type DomElement = DefaultTreeAdapterMap["element"];
export type DomText = DefaultTreeAdapterMap["textNode"];
type DomParent = DefaultTreeAdapterMap["parentNode"];

/** The tree of a page, as parse5 builds it. */
export interface DomDocument {
  readonly root: DomElement;
  readonly body: DomElement;
}

export const isElement = (node: DomNode): node is DomElement => "tagName" in node;
export const isText = (node: DomNode): node is DomText => node.nodeName === "#text";

/** The value of an attribute; undefined where there is none. */
export const attributeOf = ({ attrs }: DomElement, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** The elements below another one, in the order of the page. */
export function elementsIn(parent: DomParent): DomElement[] {
  const found: DomElement[] = [];
  const walk = ({ childNodes }: DomParent): void => {
    for (const node of childNodes) {
      if (!isElement(node)) continue;
      found.push(node);
      walk(node);
    }
  };
  walk(parent);
  return found;
}

/** The texts below an element, one behind the other. */
export const textOf = ({ childNodes }: DomElement): string =>
  childNodes.map((node) => (isText(node) ? node.value : isElement(node) ? textOf(node) : "")).join("");

/** What is in an element, as HTML. */
export const htmlOf = (parent: DomParent): string => serialize(parent, { scriptingEnabled: false });

/** Takes elements out of their tree. */
export function removeElements(elements: ReadonlySet<DomNode>): void {
  for (const parent of new Set([...elements].map(({ parentNode }) => parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((node) => !elements.has(node));
  }
}

/** What has no text of the page. Scripts with data about it (JSON-LD) are kept. */
const REMOVED: ReadonlySet<string> = new Set("#comment style svg template iframe object canvas".split(" "));

/** Elements within each other that are read: browsers build at most 512. */
const DEPTH = 512;

function isRemoved(node: DomNode): boolean {
  if (node.nodeName !== "script" || !isElement(node)) return REMOVED.has(node.nodeName);
  return attributeOf(node, "type")?.toLowerCase() !== "application/ld+json";
}

/**
 * The tree that browsers build of a page (parse5), of at most {@link DEPTH} levels. What is in `noscript` is read, since
 * nothing runs here. Soft hyphens, which say where a browser may divide a word, are taken out: searches would see two words.
 * @param elements that are read; default all
 */
export function parsePage(source: string, elements?: number): DomDocument {
  const tree = parseTree(source, elements);
  let level: DomParent[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    for (const parent of level) {
      parent.childNodes = depth > DEPTH ? [] : parent.childNodes.filter((child) => !isRemoved(child));
      for (const child of parent.childNodes) if (isText(child)) child.value = child.value.replaceAll("\u00ad", "");
    }
    level = level.flatMap(({ childNodes }) => childNodes.filter(isElement));
  }
  const root = childOf(tree, "html");
  return { root, body: childOf(root, "body") };
}

/** A child by its name. It is made where there is none: a page of frames has no body. */
function childOf(parent: DomParent, name: string): DomElement {
  const found = parent.childNodes.find((node): node is DomElement => node.nodeName === name);
  if (found !== undefined) return found;
  const made = defaultTreeAdapter.createElement(name, html.NS.HTML, []);
  defaultTreeAdapter.appendChild(parent, made);
  return made;
}
