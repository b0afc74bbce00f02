import { escapeHtml } from "@satchel/chassis/html";
import { TEXT_PARAGRAPHS } from "../limits.ts";

/** Characters of a line from which the lines of a paragraph were broken by a program, and belong together. */
const BROKEN_LINE = 50;

/** Endings of names of texts that are written to be read; a name without one may be one ("LICENSE", "README"). */
const PROSE = /^[^.]*$|\.(?:txt|text|md|markdown|rst|adoc)$/i;

const MARKDOWN = /\.(?:md|markdown)$/i;

/**
 * How a text from the web is read: raw files come as `text/plain`, whatever they are, so the address counts as well.
 * @param type its media type, in lower case without parameters
 * @param url an absolute address
 * @returns undefined for programs, tables and other data
 */
export function readingOf(type: string, url: string): "text" | "markdown" | undefined {
  if (/^text\/(?:x-(?:web-)?)?markdown$/.test(type)) return "markdown";
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  if (type !== "text/plain" || !PROSE.test(name)) return undefined;
  return MARKDOWN.test(name) ? "markdown" : "text";
}

const HEADING = /^#{1,6}[ \t]+(?=\S)/;

/**
 * A plain text as HTML: paragraphs where it has empty lines, at most {@link TEXT_PARAGRAPHS}.
 * @param isMarkdown whether lines that begin with `#` are headings. Its other marks are read as they stand
 */
export function textHtml(text: string, isMarkdown: boolean): string {
  const out: string[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) out.push(paragraphHtml(lines));
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (out.length >= TEXT_PARAGRAPHS) return out.join("\n");
    const marks = isMarkdown ? HEADING.exec(line)?.[0] : undefined;
    if (line.trim() === "" || marks !== undefined) end();
    if (marks !== undefined) out.push(headingHtml(line.slice(marks.length), marks.trim().length));
    else if (line.trim() !== "") lines.push(line.trim());
  }
  end();
  return out.join("\n");
}

/** Marks at the end of a heading only close it. */
const headingHtml = (line: string, level: number): string => {
  let end = line.length;
  while (end > 0 && /[ \t#]/.test(line.charAt(end - 1))) end--;
  return `<h${level}>${escapeHtml(line.slice(0, end))}</h${level}>`;
};

function paragraphHtml(lines: readonly string[]): string {
  const isBroken = lines.slice(0, -1).every((line) => line.length > BROKEN_LINE);
  const isList = lines.length > 1 && lines.every((line) => /^(?:[-*+•]|\d{1,3}[.)])\s/.test(line));
  return `<p>${lines.map(escapeHtml).join(isBroken && !isList ? "\n" : "<br>\n")}</p>`;
}
