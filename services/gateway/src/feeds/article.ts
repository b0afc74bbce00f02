import { articleBody } from "@satchel/chassis/article-body";
import { type DefaultTreeAdapterMap, defaultTreeAdapter, serialize } from "parse5";

type ParentNode = DefaultTreeAdapterMap["parentNode"];
type ChildNode = DefaultTreeAdapterMap["childNode"];

/**
 * The article of a copy, which is sanitised, for readers elsewhere: each picture is replaced by its text, because pictures
 * are for their owner's session alone. Links stay.
 */
export function withoutPictures(html: string): string {
  const body = articleBody(html);
  replacePictures(body);
  return serialize(body);
}

function replacePictures(node: ParentNode): void {
  node.childNodes = node.childNodes.flatMap((child): ChildNode[] => {
    if (child.nodeName === "img") {
      const text = altOf(child);
      return text === "" ? [] : [{ ...defaultTreeAdapter.createTextNode(`[${text}]`), parentNode: node }];
    }
    if ("childNodes" in child) replacePictures(child);
    return [child];
  });
}

const altOf = (node: ChildNode): string =>
  "attrs" in node ? (node.attrs.find(({ name }) => name === "alt")?.value.trim() ?? "") : "";
