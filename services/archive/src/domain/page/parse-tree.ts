import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from "parse5";

type Document = DefaultTreeAdapterMap["document"];

/** Ends a parse: the tree has as many elements as are wanted. */
class Enough extends Error {}

/**
 * The tree that browsers build of a page (parse5); what is in `noscript` is read, since nothing runs here.
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
      if (left-- <= 0) throw new Enough();
      return defaultTreeAdapter.createElement(...about);
    },
  };
  try {
    return parse(source, { scriptingEnabled: false, treeAdapter });
  } catch (error) {
    if (error instanceof Enough && tree !== undefined) return tree;
    throw error;
  }
}
