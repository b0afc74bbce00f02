/** Elements that begin a block of their own. */
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI
   MAIN NAV OL P PRE SECTION TABLE TBODY TD TH THEAD TR UL`.split(/\s+/),
);

/** Elements whose text nobody reads. */
const SILENT = new Set([
  "SCRIPT",
  "STYLE",
  "NOSCRIPT",
  "TEMPLATE",
  "TITLE",
  "HEAD",
  "SVG",
  "IFRAME",
  "TEXTAREA",
  "SELECT",
]);

/** What is read of a node of any DOM. */
export interface TextNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly lastChild: TextNode | null;
  readonly previousSibling: TextNode | null;
}

const TEXT = 3;
const ELEMENT = 1;

/** The text of an element: its blocks separated by one empty line, white space collapsed. */
export function blocksOf(root: TextNode): string {
  const blocks: string[] = [];
  let block = "";
  const end = (): void => {
    const text = block.replace(/\s+/g, " ").trim();
    if (text !== "") blocks.push(text);
    block = "";
  };
  // Without recursion: pages may be nested deeper than the stack.
  const pending: (TextNode | "end")[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === "end") end();
    else if (node.nodeType === TEXT) block += node.textContent ?? "";
    else if (node.nodeType === ELEMENT) {
      const name = node.nodeName.toUpperCase();
      if (SILENT.has(name)) continue;
      if (BLOCKS.has(name)) {
        end();
        pending.push("end");
      }
      for (let child = node.lastChild; child !== null; child = child.previousSibling) pending.push(child);
    }
  }
  end();
  return blocks.join("\n\n");
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words, also of languages that are written without spaces. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count++;
  return count;
}
