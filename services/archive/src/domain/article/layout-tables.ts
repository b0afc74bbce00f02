import { type DefaultTreeAdapterMap, html } from "parse5";

type Parent = DefaultTreeAdapterMap["parentNode"];
type Element = DefaultTreeAdapterMap["element"];

/** What a part of a table holds. */
interface Facts {
  /** A table, a picture, a heading or a list: what is arranged, not what is listed. */
  readonly hasBlocks: boolean;
  readonly hasText: boolean;
  readonly hasHead: boolean;
  /** Cells with text; of rows: rows, and those with several such cells. */
  readonly cells: number;
  readonly rows: number;
  readonly wideRows: number;
}

const NOTHING: Facts = { hasBlocks: false, hasText: false, hasHead: false, cells: 0, rows: 0, wideRows: 0 };

const BLOCKS: ReadonlySet<string> = new Set("img h1 h2 h3 h4 ul ol blockquote hr".split(" "));
const INLINE: ReadonlySet<string> = new Set("a abbr b br code em font i img small span strong sub sup u".split(" "));
const PARTS: ReadonlySet<string> = new Set("table caption colgroup col thead tbody tfoot tr td th".split(" "));

/**
 * Makes blocks of the tables that only arrange a mail (tables are how mails are laid out), so that it is read from the top
 * to the bottom on any screen. A table that says something by its rows and columns stays: one with a head, or with several
 * short texts in most of its rows, and nothing but texts in them.
 * @param tree of at most some hundred levels; it is changed
 */
export function flattenLayoutTables(tree: Parent): void {
  read(tree);
}

function read(parent: Parent): Facts {
  let facts = NOTHING;
  for (const node of parent.childNodes) {
    if (node.nodeName === "#text" && "value" in node) {
      if (node.value.trim() !== "") facts = { ...facts, hasText: true };
    } else if ("tagName" in node && node.namespaceURI === html.NS.HTML) facts = merged(facts, factsOf(node));
  }
  return facts;
}

function factsOf(element: Element): Facts {
  const inner = read(element);
  const { tagName } = element;
  switch (tagName) {
    case "td":
    case "th":
      return { ...inner, hasHead: inner.hasHead || tagName === "th", cells: inner.hasText ? 1 : 0 };
    case "tr":
      return { ...inner, cells: 0, rows: 1, wideRows: inner.cells > 1 ? 1 : 0 };
    case "table":
      if (!isData(element, inner)) flatten(element);
      return { ...NOTHING, hasBlocks: true, hasText: inner.hasText };
    default:
      return BLOCKS.has(tagName) ? { ...inner, hasBlocks: true } : inner;
  }
}

const merged = (one: Facts, other: Facts): Facts => ({
  hasBlocks: one.hasBlocks || other.hasBlocks,
  hasText: one.hasText || other.hasText,
  hasHead: one.hasHead || other.hasHead,
  cells: one.cells + other.cells,
  rows: one.rows + other.rows,
  wideRows: one.wideRows + other.wideRows,
});

function isData({ attrs }: Element, { hasBlocks, hasHead, rows, wideRows }: Facts): boolean {
  const role = attrs.find(({ name }) => name === "role")?.value ?? "";
  if (hasBlocks || /^(?:presentation|none)$/i.test(role.trim())) return false;
  return hasHead || (wideRows > 1 && wideRows > rows / 2);
}

/**
 * Makes blocks of a table and its parts, and paragraphs of cells with nothing but words, so that they keep apart from what
 * follows. Tables within it were decided before.
 */
function flatten(element: Element): void {
  for (const node of element.childNodes) {
    if ("tagName" in node && node.tagName !== "table" && node.namespaceURI === html.NS.HTML) flatten(node);
  }
  if (PARTS.has(element.tagName)) {
    const isCell = element.tagName === "td" || element.tagName === "th";
    const tagName = isCell && isLine(element) && read(element).hasText ? "p" : "div";
    element.tagName = tagName;
    element.nodeName = tagName;
  }
}

/** Whether there is nothing in it but text. Only then may it be a paragraph: a block would end it. */
const isLine = (element: Element): boolean =>
  element.childNodes.every((node) => !("tagName" in node) || (INLINE.has(node.tagName) && isLine(node)));
