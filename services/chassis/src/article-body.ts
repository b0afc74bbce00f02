import { type DefaultTreeAdapterMap, parse } from "parse5";

type Element = DefaultTreeAdapterMap["element"];

/**
 * The element around an article, as parse5 reads it. Not as a fragment: it moves the outermost nodes of one singly, each time
 * along all others, which takes minutes where a page has 100,000 of them.
 * @param html sanitised
 */
export function articleBody(html: string): Element {
  const root = parse(`<!doctype html><body>${html}`).childNodes.at(-1) as Element;
  return root.childNodes.at(-1) as Element;
}
