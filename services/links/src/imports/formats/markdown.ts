import { type Bookmark, type Parse, readOnce } from "./entry.ts";
import { lines } from "./lines.ts";

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** What an entry of a list begins with: a mark or a number, and perhaps a box. */
const BULLET = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?/;
/** Longer ones are no addresses that can be saved. */
const ADDRESS = /https?:\/\/[^\s<>"`\\|]{1,4000}/gi;
const TAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu;

/**
 * A list of links as Markdown, as Obsidian, Logseq and lists on GitHub have it: headings are folders, `[title](address)`
 * and bare addresses are links, `#tags` of the line theirs, `[x]` is done and so read. In an entry of a list, the text
 * behind its only link is the description. Pictures and code are passed over.
 */
export const parseMarkdown: Parse = async function* (open) {
  const headings: string[] = [];
  let isCode = false;
  for await (const line of lines(open())) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    const [, marks, text = ""] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      headings.length = Math.min(headings.length, marks.length - 1);
      // A level that was left out is an empty name, which is no folder.
      while (headings.length < marks.length - 1) headings.push("");
      headings.push(nameOf(text));
    }
    yield* linksOf(line, [...headings]);
  }
};

/** The name of a folder: a heading without its links' addresses and its closing marks. */
const nameOf = (heading: string): string =>
  heading
    .replaceAll(/\]\([^)\s]*\)?/g, "")
    .replaceAll(/[[\]*`]/g, "")
    .replace(/ #{1,6} ?$/, "")
    .trim();

/** Characters of the title of a link's target that are looked at. */
const TARGET_TITLE = 500;

interface MarkdownLink {
  readonly url: string;
  readonly title: string;
  /** Where it begins and ends in its line. */
  readonly start: number;
  readonly end: number;
}

function linksOf(line: string, folders: readonly string[]): Bookmark[] {
  const found = addressesOf(line);
  if (found.length === 0) return [];
  const [bullet, box] = BULLET.exec(line) ?? [];
  const tags: string[] = [];
  const rest = (text: string): string =>
    text.replaceAll(TAG, (_, tag: string) => {
      tags.push(tag);
      return "";
    });
  let from = 0;
  for (const { start, end } of found) {
    rest(line.slice(from, start));
    from = end;
  }
  const behind = rest(line.slice(from));
  const isAlone = bullet !== undefined && found.length === 1 && found[0]?.start === bullet.length;
  const description = isAlone ? behind.replace(/^[\s:.,;–—-]+/, "").trim() : "";
  const visits = readOnce(box !== undefined && box !== " ");
  return found.map(({ url, title }) => ({ kind: "bookmark", url, title, description, tags, folders, visits }));
}

/** The addresses of a line. What is looked for before one never reaches back beyond the one before it. */
function addressesOf(line: string): MarkdownLink[] {
  const found: MarkdownLink[] = [];
  let from = 0;
  ADDRESS.lastIndex = 0;
  for (let at = ADDRESS.exec(line); at !== null; at = ADDRESS.exec(line)) {
    const { 0: match, index } = at;
    const before = line.slice(from, index);
    const isTarget = /\]\(<?$/.test(before.slice(-3));
    const url = isTarget && before.endsWith("<") ? match : addressIn(match, isTarget);
    const open = isTarget ? bracketBefore(before) : before.endsWith("<") ? before.length - 1 : before.length;
    from = endOf(line, index + url.length, isTarget);
    ADDRESS.lastIndex = from;
    if (isTarget && before[open - 1] === "!") continue;
    const title = isTarget ? before.slice(open + 1, before.lastIndexOf("](")).replaceAll(/[*`\\]/g, "") : "";
    found.push({ url, title: title.trim(), start: index - before.length + open, end: from });
  }
  return found;
}

/** An address without the bracket that closes it, and of a bare one without the marks of its sentence. */
function addressIn(text: string, isTarget: boolean): string {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end++) {
    if (text[end] === "(") depth++;
    else if (text[end] === ")" && --depth < 0) break;
  }
  const address = text.slice(0, end);
  return isTarget ? address : address.replace(/[.,;:!?*_'\]]{1,20}$/, "");
}

/** The place of the bracket that a link's text begins with. */
function bracketBefore(before: string): number {
  let depth = 0;
  for (let at = before.lastIndexOf("]("); at >= 0; at--) {
    if (before[at] === "]") depth++;
    else if (before[at] === "[" && --depth === 0) return at;
  }
  return before.length;
}

/** Where a link ends: behind its bracket, and the title before it, `"…")`. */
function endOf(line: string, from: number, isTarget: boolean): number {
  const closed = (isTarget ? /^>?(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*\)/ : /^>/).exec(
    line.slice(from, from + TARGET_TITLE),
  );
  return from + (closed?.[0].length ?? 0);
}
