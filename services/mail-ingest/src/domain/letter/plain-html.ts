import { escapeHtml } from "@satchel/chassis/html";
import { findInText } from "../extraction/text-links.ts";

/** Characters of a line up to which lines of a paragraph were broken by hand: an address, a poem, a table. */
const SHORT_LINE = 50;

/**
 * A plain text as HTML: paragraphs where it has empty lines, quotes as such, its web addresses as links. Lines of one
 * paragraph are joined where they are as long as those that programs wrap.
 */
export function plainHtml(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, "").trimEnd())
    .filter((paragraph) => paragraph.trim() !== "")
    .map(paragraphHtml)
    .join("\n");
}

function paragraphHtml(paragraph: string): string {
  const lines = paragraph.split("\n");
  if (lines.every((line) => /^[ \t]*[-=_*~#+]{3,}[ \t]*$/.test(line))) return "<hr>";
  const isQuote = lines.every((line) => line.startsWith(">"));
  const own = isQuote ? lines.map((line) => line.replace(/^[> ]+/, "")) : lines;
  const isWrapped = own.slice(0, -1).every((line) => line.trimEnd().length > SHORT_LINE);
  const html = own.map((line) => linked(line.trim())).join(isWrapped ? "\n" : "<br>\n");
  return isQuote ? `<blockquote><p>${html}</p></blockquote>` : `<p>${html}</p>`;
}

/** A line with its addresses as links. */
function linked(line: string): string {
  const out: string[] = [];
  let from = 0;
  for (const { url } of findInText(line)) {
    const written = line.includes(url, from) ? url : url.replace(/^http:\/\//, "");
    const at = line.indexOf(written, from);
    if (at === -1) continue;
    out.push(escapeHtml(line.slice(from, at)), `<a href="${escapeHtml(url)}">${escapeHtml(written)}</a>`);
    from = at + written.length;
  }
  out.push(escapeHtml(line.slice(from)));
  return out.join("");
}
