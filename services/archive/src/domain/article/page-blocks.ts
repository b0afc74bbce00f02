import { type DomElement, type DomText, isElement, isText } from "./dom.ts";

/** A run of text of a page that no block-level element interrupts. */
export interface Block {
  /** Its text nodes, in order; none for a text that stands in the page's data only. */
  readonly nodes: readonly DomText[];
  /** White space is collapsed. */
  readonly text: string;
  /** Folded to lower case. */
  readonly words: readonly string[];
  /** The elements around it, the body first, the nearest last; inline elements only where they are links, buttons or boxes. */
  readonly path: readonly DomElement[];
  /** The path without inline elements. */
  readonly blockPath: readonly DomElement[];
  /** Characters of its text within links, bold elements and buttons. */
  readonly linkChars: number;
  readonly boldChars: number;
  readonly buttonChars: number;
}

/** Elements whose text nobody reads as text. */
const SILENT: ReadonlySet<string> = new Set(
  "script style template svg iframe object embed canvas audio video head link meta select datalist textarea input".split(
    " ",
  ),
);

/** Elements within a line. */
export const INLINE: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math nobr picture q rp rt ruby s samp
   small source span strike strong sub sup time tt u var wbr button`.split(/\s+/),
);

/** Inline elements that say what their text is for. */
const BOXES: ReadonlySet<string> = new Set(["a", "button", "span", "label"]);

const WORD = /[\p{L}\p{N}_]+/gu;

/** The words of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

interface Draft {
  nodes: DomText[];
  text: string;
  path: DomElement[];
  linkChars: number;
  boldChars: number;
  buttonChars: number;
}

interface TextContext {
  readonly link: boolean;
  readonly bold: boolean;
  readonly button: boolean;
}

/** The blocks of a page, in their order. */
export function pageBlocks(body: DomElement): Block[] {
  const blocks: Block[] = [];
  const path: DomElement[] = [body];
  let draft: Draft | undefined;

  const end = (): void => {
    const text = draft?.text.replace(/\s+/g, " ").trim() ?? "";
    if (draft !== undefined && text !== "") blocks.push(finished(draft, text));
    draft = undefined;
  };

  const addText = (node: DomText, within: TextContext): void => {
    const text = node.value;
    if (draft === undefined) {
      if (text.trim() === "") return;
      draft = { nodes: [], text: "", path: [...path], linkChars: 0, boldChars: 0, buttonChars: 0 };
    }
    draft.nodes.push(node);
    draft.text += text;
    if (!within.link && !within.bold && !within.button) return;
    const chars = text.replace(/\s+/g, " ").length;
    if (within.link) draft.linkChars += chars;
    if (within.bold) draft.boldChars += chars;
    if (within.button) draft.buttonChars += chars;
  };

  const walk = (parent: DomElement, within: TextContext): void => {
    let breaks = 0;
    for (const node of parent.childNodes) {
      if (isText(node)) {
        if (node.value.trim() !== "") breaks = 0;
        addText(node, within);
        continue;
      }
      if (!isElement(node) || SILENT.has(node.tagName)) continue;
      const { tagName: name } = node;
      if (name === "br") {
        breaks++;
        if (draft !== undefined) draft.text += " ";
        // An empty line separates paragraphs.
        if (breaks > 1) end();
        continue;
      }
      const isBlock = !INLINE.has(name);
      const isOnPath = isBlock || BOXES.has(name);
      if (isBlock) end();
      if (isOnPath) path.push(node);
      walk(node, {
        link: within.link || name === "a",
        bold: within.bold || name === "b" || name === "strong",
        button: within.button || name === "button",
      });
      if (isBlock) end();
      if (isOnPath) path.pop();
    }
  };
  walk(body, { link: false, bold: false, button: false });
  end();
  return blocks;
}

function finished({ nodes, path, linkChars, boldChars, buttonChars }: Draft, text: string): Block {
  const blockPath = path.filter(({ tagName }) => !INLINE.has(tagName));
  return { nodes, text, words: wordsOf(text), path, blockPath, linkChars, boldChars, buttonChars };
}
