import { Readability } from "@mozilla/readability";
import JSDOMParser from "@mozilla/readability/JSDOMParser.js";
import { escapeHtml } from "@satchel/chassis/html";
import { TITLE_CHARS } from "@satchel/contracts";
import { type DomDocument, type DomElement, isElement, isText, parsePage } from "./dom.ts";
import { type Block, pageBlocks } from "./page-blocks.ts";

/** What Mozilla's Readability takes for the article of a page. */
export interface Readable {
  readonly words: number;
  readonly title: string | undefined;
  readonly byline: string | undefined;
  readonly language: string | undefined;
  readonly direction: string | undefined;
  /** The share of a block's text that is in it, 0 to 1. */
  shareOf(block: Block): number;
}

/** Words in a row by which a text is found again. */
const RUN = 3;

const runsOf = (words: readonly string[]): string[] =>
  words.slice(RUN - 1).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`);

/** Characters below which Readability looks again with weaker rules. */
const CHARS_ENOUGH = 250;

export function readable(document: DomDocument): Readable {
  const found = readabilityOf(document);
  const blocks = pageBlocks(parsePage(found?.content ?? "").body);
  const words = blocks.flatMap((block) => block.words);
  const runs = new Set(runsOf(words));
  const lines = new Set(blocks.map(({ text }) => text));
  return {
    words: words.length,
    title: titleOf(found?.title ?? ""),
    byline: found?.byline?.trim() || undefined,
    language: found?.lang?.trim() || undefined,
    direction: found?.dir ?? undefined,
    shareOf: (block) => {
      if (lines.has(block.text)) return 1;
      if (block.words.length < RUN) return 0;
      let hits = 0;
      for (const run of runsOf(block.words)) if (runs.has(run)) hits++;
      return hits / (block.words.length - RUN + 1);
    },
  };
}

/** One line of a title, without what shows nothing, at most {@link TITLE_CHARS}. */
const titleOf = (text: string): string | undefined =>
  text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TITLE_CHARS)
    .toWellFormed() || undefined;

/** What Readability says of a page; null of some odd ones. The rest of the features do without it. */
export function readabilityOf({ root }: DomDocument) {
  try {
    const document = new JSDOMParser().parse(xmlOf(root));
    return new Readability(document, { charThreshold: CHARS_ENOUGH }).parse();
  } catch {
    return null;
  }
}

/**
 * Nodes of one element beyond which Readability is not asked: its parser keeps them in an array, from whose front they are
 * taken one by one. With so many that is half a second, with ten times as many a minute.
 */
const NODES_OF_AN_ELEMENT = 30_000;

/**
 * An element as Readability's own parser reads it: XML, in which every element has an end.
 * @throws for one with more than {@link NODES_OF_AN_ELEMENT}
 */
function xmlOf({ tagName, attrs, childNodes }: DomElement): string {
  if (childNodes.length > NODES_OF_AN_ELEMENT) throw new Error("an element has too many nodes");
  // HTML lets a name begin with an equals sign, XML has none in names.
  const attributes = attrs
    .filter(({ name }) => !name.includes("="))
    .map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`);
  const children = childNodes.map((node) =>
    isText(node) ? escapeHtml(node.value) : isElement(node) ? xmlOf(node) : "",
  );
  return `<${tagName}${attributes.join("")}>${children.join("")}</${tagName}>`;
}
