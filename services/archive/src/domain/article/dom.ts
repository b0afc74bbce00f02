import { parseHTML } from "linkedom";
import { type DefaultTreeAdapterMap, serialize } from "parse5";
import { parseTree } from "../page/parse-tree.ts";

/** What is read of a node of linkedom's DOM. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly firstChild: DomNode | null;
  readonly lastChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly previousSibling: DomNode | null;
  readonly parentNode: DomElement | null;
}

export interface DomElement extends DomNode {
  readonly localName: string;
  readonly innerHTML: string;
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  hasAttribute(name: string): boolean;
  removeAttribute(name: string): void;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  remove(): void;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly body: DomElement;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

export const TEXT_NODE = 3;
export const ELEMENT_NODE = 1;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT_NODE;

/** Elements without text of the page. Scripts with data about it (JSON-LD) are kept. */
const REMOVED: ReadonlySet<string> = new Set(["style", "svg", "template", "iframe", "object", "canvas"]);

/** Elements within each other that are read: browsers build at most 512. */
const DEPTH = 512;

type TreeNode = DefaultTreeAdapterMap["childNode"];

function isRemoved(node: TreeNode): boolean {
  if (node.nodeName !== "script" || !("attrs" in node)) return REMOVED.has(node.nodeName);
  return !node.attrs.some(({ name, value }) => name === "type" && value.toLowerCase() === "application/ld+json");
}

/**
 * The tree that browsers build of a page (parse5), as a document of linkedom, which Readability works on: linkedom leaves
 * out the elements that HTML implies. What is in `noscript` is read, since nothing runs here.
 * @param change changes parse5's tree, of at most {@link DEPTH} levels
 * @param elements that are read; default all
 */
export function parsePage(
  source: string,
  change?: (tree: DefaultTreeAdapterMap["document"]) => void,
  elements?: number,
): DomDocument {
  const tree = parseTree(source, elements);
  let level: DefaultTreeAdapterMap["parentNode"][] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    for (const parent of level) {
      parent.childNodes = depth > DEPTH ? [] : parent.childNodes.filter((child) => !isRemoved(child));
    }
    level = level.flatMap(({ childNodes }) => childNodes.filter((child) => "childNodes" in child));
  }
  change?.(tree);
  return parseHTML(serialize(tree)).document as unknown as DomDocument;
}

/** Another document of the same page, which Readability may change. */
export function copyOf(document: DomDocument): DomDocument {
  return parseHTML(document.documentElement.outerHTML).document as unknown as DomDocument;
}
