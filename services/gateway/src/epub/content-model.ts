import { elementsOf, isElement, made, type Markup, textOf } from "./markup.ts";

/** Elements of XHTML that stand where paragraphs stand. */
const BLOCKS: ReadonlySet<string> = new Set(
  "h1 h2 h3 h4 h5 h6 p hr pre blockquote ol ul li dl dt dd figure figcaption div table caption thead tbody tr td th".split(
    " ",
  ),
);

const isBlock = (part: Markup): boolean => isElement(part) && (BLOCKS.has(part.name) || part.children.some(isBlock));
export const hasBlocks = (parts: readonly Markup[]): boolean => parts.some(isBlock);

const isBlank = (part: Markup): boolean => !isElement(part) && part.trim() === "";
export const isEmpty = (parts: readonly Markup[]): boolean =>
  textOf(parts).trim() === "" &&
  ![...elementsOf(parts)].some(({ name, attributes }) => SHOWN.has(name) || attributes["id"]);

/** Elements that show something without a text. */
const SHOWN: ReadonlySet<string> = new Set(["img", "math", "hr"]);

/** Parts as one line of text: blocks are replaced by what is in them, with a separator between. */
export const inlineOf = (parts: readonly Markup[], separator: string): Markup[] =>
  parts.flatMap((part): Markup[] => {
    if (!isElement(part) || !isBlock(part)) return [part];
    if (part.name === "hr") return [];
    return [separator, ...inlineOf(part.children, separator)];
  });

/** The items of a list: what stands between them becomes an item, blanks vanish. */
export function itemsOf(parts: readonly Markup[]): Markup[] {
  const items: Markup[] = [];
  let loose: Markup[] = [];
  const settle = (): void => {
    if (!isEmpty(loose)) items.push(made("li", {}, loose));
    loose = [];
  };
  for (const part of parts) {
    if (isElement(part) && part.name === "li") {
      settle();
      items.push(part);
    } else loose.push(part);
  }
  settle();
  return items;
}

/** A list of terms, or, where terms and texts do not alternate, paragraphs. */
export function termsOf(parts: readonly Markup[]): readonly Markup[] {
  const flat = parts.flatMap((part): readonly Markup[] =>
    isElement(part) && part.name === "div" ? part.children : [part],
  );
  const items = flat.filter((part) => !isBlank(part));
  const names = items.map((part) => (isElement(part) ? part.name : ""));
  const isList = names.every((name) => name === "dt" || name === "dd") && names[0] === "dt" && names.at(-1) === "dd";
  return isList ? [made("dl", {}, items)] : flat;
}

/** Elements that belong into others, and which those are. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: ["ul", "ol"],
  dt: ["dl"],
  dd: ["dl"],
  figcaption: ["figure"],
  rt: ["ruby"],
  rp: [],
  caption: ["table"],
  thead: ["table"],
  tbody: ["table"],
  tr: ["thead", "tbody"],
  td: ["tr"],
  th: ["tr"],
};

/** The parts with each element where it belongs: one that lies elsewhere is a plain one, and one that says nothing is gone. */
export const inPlace = (parts: readonly Markup[], parent = ""): Markup[] =>
  parts.flatMap((part): Markup[] => {
    if (!isElement(part)) return [part];
    const isAtHome = PARENTS[part.name]?.includes(parent) !== false;
    const name = isAtHome ? part.name : part.name === "rt" || part.name === "rp" ? "span" : "div";
    const children = inPlace(part.children, name);
    return name === "span" && Object.keys(part.attributes).length === 0 ? children : [{ ...part, name, children }];
  });

/** A picture with its caption, of which there is one, at the end. */
export function figureOf(parts: readonly Markup[]): Markup[] {
  const caption = parts.find((part) => isElement(part) && part.name === "figcaption");
  const others = parts.filter((part) => part !== caption);
  if (caption === undefined) return isEmpty(others) ? [] : [made("figure", {}, others)];
  return isEmpty(others) ? [caption] : [made("figure", {}, [...others, caption])];
}

/** A table of rows with cells; what stands in it elsewhere comes behind it. */
export function tableOf(parts: readonly Markup[]): Markup[] {
  const captions: Markup[] = [];
  const head: Markup[] = [];
  const body: Markup[] = [];
  const beside: Markup[] = [];
  const take = (list: readonly Markup[], rows: Markup[]): void => {
    for (const part of list) {
      if (!isElement(part)) {
        if (part.trim() !== "") beside.push(made("p", {}, [part]));
      } else if (part.name === "caption" && captions.length === 0) captions.push(part);
      else if (part.name === "thead") take(part.children, body.length === 0 ? head : body);
      else if (part.name === "tbody") take(part.children, body);
      else if (part.name === "tr") {
        const cells = part.children.filter((cell) => isElement(cell) && (cell.name === "td" || cell.name === "th"));
        if (cells.length > 0) rows.push({ ...part, children: cells });
      } else beside.push(part);
    }
  };
  take(parts, body);
  // A head alone is no table.
  const rows = body.length > 0 ? body : head.splice(0);
  if (rows.length === 0) return [...captions.flatMap((part) => (isElement(part) ? part.children : [])), ...beside];
  return [
    made("table", {}, [...captions, ...(head.length === 0 ? [] : [made("thead", {}, head)]), made("tbody", {}, rows)]),
    ...beside,
  ];
}

/** A text with readings above it, or, where they are not in the order of XHTML, with them in brackets. */
export function rubyOf(parts: readonly Markup[]): Markup[] {
  const isReading = (part: Markup): boolean => isElement(part) && part.name === "rt";
  const kept = parts.filter((part) => !(isElement(part) && part.name === "rp"));
  const isOrdered =
    kept.some(isReading) &&
    isReading(kept.at(-1) ?? "") &&
    !isReading(kept[0] ?? made("rt")) &&
    kept.every((part, at) => !isReading(part) || !isReading(kept[at - 1] ?? made("rt")));
  if (isOrdered && !hasBlocks(kept)) return [made("ruby", {}, kept)];
  return kept.flatMap((part): readonly Markup[] =>
    isElement(part) && part.name === "rt" ? ["（", ...part.children, "）"] : [part],
  );
}

/** How many children elements of MathML have; others have any number. */
const ARITY: Readonly<Record<string, number>> = {
  mfrac: 2,
  mroot: 2,
  msub: 2,
  msup: 2,
  munder: 2,
  mover: 2,
  msubsup: 3,
  munderover: 3,
};
const MATH_TEXTS: ReadonlySet<string> = new Set(["mi", "mn", "mo", "ms", "mtext"]);
const MATH_ROWS: ReadonlySet<string> = new Set(["math", "mrow", "msqrt", "mstyle", "mpadded", "mphantom", "mtd"]);

/** Whether MathML is of elements that reading systems know, each with as many children as it needs. */
export function isMath(part: Markup, parent = ""): boolean {
  if (!isElement(part)) return part.trim() === "" || MATH_TEXTS.has(parent);
  const { name, children } = part;
  const parts = children.filter((child) => !isBlank(child));
  if (MATH_TEXTS.has(name)) return children.every((child) => !isElement(child));
  if (name === "mspace") return parts.length === 0;
  if (name === "mtable") return parts.every((row) => isElement(row) && row.name === "mtr" && isMath(row, name));
  if (name === "mtr") {
    return parent === "mtable" && parts.every((cell) => isElement(cell) && cell.name === "mtd" && isMath(cell, name));
  }
  if (name === "mtd" && parent !== "mtr") return false;
  const arity = ARITY[name];
  if (arity === undefined ? !MATH_ROWS.has(name) : parts.length !== arity) return false;
  return parts.every((child) => isMath(child, name));
}
