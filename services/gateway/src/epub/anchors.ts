import { type Element, elementsOf, isElement, made, type Markup, textOf } from "./markup.ts";

/** What marks a note: "1", "[12]", "*", "iv". */
const NOTE_MARK = /^[[(]?\s*(?:\d{1,3}|[a-z]|[ivx]{2,6}|[*†‡§¶#]{1,3})\s*[\])]?$/i;

/** Elements that a note can be. */
const NOTES: ReadonlySet<string> = new Set(["li", "p", "div", "dd", "td"]);

const TYPE = "epub:type";

/**
 * Gives ids to what links of the same article lead to, in the order of the text, and to nothing else; a link that leads
 * nowhere becomes text. A short mark that leads to a paragraph further below is a note, which reading systems show beside
 * the text (EPUB Structural Semantics Vocabulary, "noteref", "footnote").
 */
export function resolveAnchors(parts: readonly Markup[]): readonly Markup[] {
  const elements = [...elementsOf(parts)];
  const places = new Map(elements.map((element, at) => [element, at]));
  const targets = new Map<string, Element>();
  for (const element of elements) {
    if (element.anchor !== undefined && !targets.has(element.anchor)) targets.set(element.anchor, element);
  }
  const blocks = blocksOf(parts);
  const links = elements.flatMap((link) => {
    const href = link.name === "a" ? link.attributes["href"] : undefined;
    if (href?.startsWith("#") !== true) return [];
    const target = targets.get(href.slice(1));
    return target === undefined ? [] : [{ link, target }];
  });
  const notes = new Map<Element, Element>();
  for (const { link, target } of links) {
    const note = NOTES.has(target.name) ? target : blocks.get(target);
    const isBelow = (places.get(target) ?? 0) > (places.get(link) ?? 0);
    if (note === undefined || !isBelow || blocks.get(link) === note || !NOTE_MARK.test(textOf([link]).trim())) continue;
    if (NOTES.has(note.name)) notes.set(link, note);
  }
  const reached = new Set(links.map(({ link, target }) => notes.get(link) ?? target));
  const ids = new Map(
    [...reached].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).map((e, i) => [e, i + 1]),
  );
  for (const [element, number] of ids) element.attributes["id"] = `n${number}`;
  for (const { link, target } of links) {
    const note = notes.get(link);
    link.attributes["href"] = `#n${ids.get(note ?? target)}`;
    if (note === undefined) continue;
    link.attributes[TYPE] = "noteref";
    note.attributes[TYPE] = "footnote";
  }
  const leads = new Set(links.map(({ link }) => link));
  return withoutDeadLinks(parts, leads);
}

/** The paragraph, item or cell around each element. */
function blocksOf(parts: readonly Markup[], around?: Element, found = new Map<Element, Element>()) {
  for (const part of parts) {
    if (!isElement(part)) continue;
    if (around !== undefined) found.set(part, around);
    blocksOf(part.children, NOTES.has(part.name) ? part : around, found);
  }
  return found;
}

/** The elements stay the same, because ids were given to them. */
function withoutDeadLinks(parts: readonly Markup[], leads: ReadonlySet<Element>): readonly Markup[] {
  return parts.map((part) => {
    if (!isElement(part)) return part;
    part.children = withoutDeadLinks(part.children, leads);
    const isDead = part.name === "a" && part.attributes["href"]?.startsWith("#") === true && !leads.has(part);
    if (!isDead) return part;
    const { href: _, ...attributes } = part.attributes;
    return made("span", attributes, part.children);
  });
}
