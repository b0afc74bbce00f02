/** What is read of a node of a document: of a browser's, and of other implementations of the DOM. */
export interface TextTree {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly firstChild: TextTree | null;
  readonly nextSibling: TextTree | null;
}

/** Characters of the text that stand one after another in a text node. */
export interface TextSegment<Node> {
  readonly node: Node;
  /** Where it begins in the text, and in its node, in UTF-16 units. */
  readonly at: number;
  readonly offset: number;
  readonly length: number;
}

/** The plain text of an article, and where each part of it stands in the tree. */
export interface ArticleText<Node = TextTree> {
  readonly text: string;
  /** In the order of the text. */
  readonly segments: readonly TextSegment<Node>[];
}

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Elements that stand within a line; all others begin a line and end one. */
const INLINE = names(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr math mi mn mo ms mtext mrow mfrac msqrt mroot msup msub msubsup munder mover munderover mstyle mspace mpadded menclose semantics",
);

/** Elements whose text is not shown. */
const HIDDEN = names("script style template annotation annotation-xml");

const SPACE = /\s/;

/**
 * The plain text of an article's tree. Highlights are at places in this text, so its rules never change: white space is one
 * space, the texts of blocks and lines that `br` ends are separated by one line feed, and neither stands at the ends.
 */
export function readArticleText<Node extends TextTree>(root: Node): ArticleText<Node> {
  const pieces: string[] = [];
  const segments: TextSegment<Node>[] = [];
  let length = 0;
  /** What separates the next character from the last one: nothing yet, a space, or a line feed. */
  let gap: "" | " " | "\n" = "";

  const readText = (node: Node): void => {
    const source = node.textContent ?? "";
    for (let from = 0; from < source.length; ) {
      if (SPACE.test(source.charAt(from))) {
        if (gap === "") gap = " ";
        from++;
        continue;
      }
      let to = from + 1;
      while (to < source.length && !SPACE.test(source.charAt(to))) to++;
      if (gap !== "" && length > 0) {
        pieces.push(gap);
        length += 1;
      }
      gap = "";
      segments.push({ node, at: length, offset: from, length: to - from });
      pieces.push(source.slice(from, to));
      length += to - from;
      from = to;
    }
  };

  // Without recursion: a tree may have 512 levels.
  const open: { readonly node: Node; readonly isBlock: boolean }[] = [];
  let node: Node | null = root;
  while (node !== null) {
    let child: Node | null = null;
    if (node.nodeType === TEXT_NODE) readText(node);
    else if (node.nodeType === ELEMENT_NODE || node === root) {
      const name = node.nodeName.toLowerCase();
      const isBlock = !INLINE.has(name);
      if (isBlock) gap = "\n";
      if (!HIDDEN.has(name)) child = node.firstChild as Node | null;
      if (child !== null) open.push({ node, isBlock });
    }
    if (child !== null) {
      node = child;
      continue;
    }
    let last: Node = node;
    while (last !== root && last.nextSibling === null) {
      const parent = open.pop();
      if (parent === undefined) break;
      if (parent.isBlock) gap = "\n";
      last = parent.node;
    }
    node = last === root ? null : (last.nextSibling as Node | null);
  }
  return { text: pieces.join(""), segments };
}

/**
 * A hash of a text, 16 hexadecimal digits: two FNV-1a of 32 bits, of the UTF-16 units forwards and backwards. It tells
 * whether a text changed; nobody gains by making another with the same one, and browsers have no SHA-256 for pages that are
 * served without TLS. Stored with highlights, so it never changes.
 */
export function hashText(text: string): string {
  let forwards = 0x811c9dc5;
  let backwards = 0x811c9dc5;
  for (let i = 0, end = text.length - 1; i <= end; i++) {
    forwards = Math.imul(forwards ^ text.charCodeAt(i), 0x01000193);
    backwards = Math.imul(backwards ^ text.charCodeAt(end - i), 0x01000193);
  }
  return [forwards, backwards].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
