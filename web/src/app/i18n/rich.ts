import { cloneElement, type ReactElement, type ReactNode } from "react";

const TAG = /<(\w+)\s*\/>|<(\w+)>(.*?)<\/\2>/s;

/**
 * A text whose tags are elements: `<b>…</b>` becomes the element of that name around what the tag holds, and `<b/>` the
 * element as it is. A tag without an element stays the text that it is.
 */
export function rich(text: string, elements: Readonly<Record<string, ReactElement>>): ReactNode[] {
  const nodes: ReactNode[] = [];
  let rest = text;
  for (let found = TAG.exec(rest); found !== null; found = TAG.exec(rest)) {
    const [whole, alone, around, inside = ""] = found;
    const element = elements[alone ?? around ?? ""];
    nodes.push(shown(rest.slice(0, found.index)));
    if (element === undefined) nodes.push(shown(whole));
    else if (alone !== undefined) nodes.push(cloneElement(element, { key: nodes.length }));
    else nodes.push(cloneElement(element, { key: nodes.length }, ...rich(inside, elements)));
    rest = rest.slice(found.index + whole.length);
  }
  nodes.push(shown(rest));
  return nodes.filter((node) => node !== "");
}

/** Stands for `<` in what a person wrote (a character that Unicode leaves to private use), so that it begins no tag. */
const LESS = "\u{e000}";

/** A value that is put into a text before {@link rich} reads it: whatever it holds, it is no tag. */
export const plain = (value: unknown): unknown => (typeof value === "string" ? value.replaceAll("<", LESS) : value);

const shown = (text: string): string => text.replaceAll(LESS, "<");
