import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from "parse5";

type Document = DefaultTreeAdapterMap["document"];

/** Ends a parse: the tree has as many elements as are wanted. */
class ElementLimitReached extends Error {}

/**
 * The tree that browsers build of a page (parse5); what is in `noscript` is read, since nothing runs here. What stands in a
 * declarative shadow root (HTML Standard, `shadowrootmode`) stands in its place in the page, and pictures of AMP are pictures.
 * @param elements after so many the rest is left out. A tag may make many: elements that format and are never closed are made again
 * in each paragraph
 */
export function parseTree(source: string, elements = Number.POSITIVE_INFINITY): Document {
  let tree: Document | undefined;
  let left = elements;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument: () => (tree = defaultTreeAdapter.createDocument()),
    createElement: (...about) => {
      if (left-- <= 0) throw new ElementLimitReached();
      return defaultTreeAdapter.createElement(...about);
    },
  };
  try {
    tree = parse(source, { scriptingEnabled: false, treeAdapter });
  } catch (error) {
    // At the end of a page parse5 closes its open templates by recursion: thousands of them are more than the stack holds.
    if (!(error instanceof ElementLimitReached || error instanceof RangeError) || tree === undefined) throw error;
  }
  showWithoutScripts(tree);
  return tree;
}

type ChildNode = DefaultTreeAdapterMap["childNode"];

/** Shadow roots within each other that are opened; no page has as many. */
const SHADOW_DEPTH = 20;

/** Puts what only scripts or shadow roots would show into the tree itself. */
function showWithoutScripts(tree: Document): void {
  const parents: DefaultTreeAdapterMap["parentNode"][] = [tree];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop()) {
    if (parent.childNodes.some(isShadowRoot)) {
      parent.childNodes = openedRoots(parent.childNodes, SHADOW_DEPTH);
      for (const node of parent.childNodes) node.parentNode = parent;
    }
    for (const node of parent.childNodes) {
      if (node.nodeName === "amp-img" && "tagName" in node) node.nodeName = node.tagName = "img";
      if ("childNodes" in node) parents.push(node);
    }
  }
}

/** A `template` of HTML; one within a drawing or a formula (SVG, MathML) has no content. */
const isShadowRoot = (node: ChildNode): node is DefaultTreeAdapterMap["template"] =>
  node.nodeName === "template" && "content" in node && node.attrs.some(({ name }) => name === "shadowrootmode");

const openedRoots = (nodes: readonly ChildNode[], depth: number): ChildNode[] =>
  nodes.flatMap((node) => {
    if (!isShadowRoot(node)) return [node];
    return depth === 0 ? [] : openedRoots(node.content.childNodes, depth - 1);
  });
