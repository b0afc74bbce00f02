import { escapeXml, openTag } from "../feeds/xml.ts";

/** A part of a document: a text, or an element with its attributes in the order in which they are written. */
export type Markup = string | Element;

export interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  children: readonly Markup[];
  /** The id that the element had in its page. */
  readonly anchor?: string;
}

export const isElement = (part: Markup): part is Element => typeof part !== "string";

export const made = (
  name: string,
  attributes: Record<string, string> = {},
  children: readonly Markup[] = [],
  anchor?: string,
): Element => ({ name, attributes, children, ...(anchor === undefined ? {} : { anchor }) });

/** All text of parts. */
export const textOf = (parts: readonly Markup[]): string =>
  parts.map((part) => (isElement(part) ? textOf(part.children) : part)).join("");

/** All elements of parts, in document order. */
export function* elementsOf(parts: readonly Markup[]): Generator<Element> {
  for (const part of parts) {
    if (!isElement(part)) continue;
    yield part;
    yield* elementsOf(part.children);
  }
}

/** Parts as XML. */
export const writeMarkup = (parts: readonly Markup[]): string =>
  parts
    .map((part) => {
      if (!isElement(part)) return escapeXml(part);
      const start = openTag(part.name, part.attributes);
      return part.children.length === 0 && EMPTY.has(part.name)
        ? `${start}/>`
        : `${start}>${writeMarkup(part.children)}</${part.name}>`;
    })
    .join("");

/** Elements without content; any other is written with an end tag, which browsers' HTML needs. */
const EMPTY: ReadonlySet<string> = new Set(["br", "hr", "img", "wbr", "mspace", "mprescripts", "none"]);
