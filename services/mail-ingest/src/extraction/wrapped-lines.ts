import { URL_CHARS } from "@satchel/contracts";
import { linksInText } from "./text-links.ts";

/** Characters from which on a line counts as full: mail programs wrap at 72 to 78 (RFC 3676 section 4.2, RFC 5322 section 2.1.1). */
const FULL_LINE = 70;

/** Makes addresses whole that are written in angle brackets over several lines (RFC 3986 appendix C). */
export function joinWithinBrackets(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/<https?:\/\//gi)) {
    if (index < from) continue;
    const near = text.slice(index, index + URL_CHARS + 200);
    const end = near.indexOf(">");
    const inside = near.slice(1, end);
    // White space is part of it at line ends only.
    if (end === -1 || !inside.includes("\n") || /<|[^\s][ \t]+[^\s]/.test(inside)) continue;
    pieces.push(text.slice(from, index), `<${inside.replace(/\s+/g, "")}>`);
    from = index + end + 1;
  }
  return pieces.join("") + text.slice(from);
}

/**
 * Makes addresses whole that a program has broken at the end of a full line without a word: where the line ends within an address
 * and the next is one word that can only be its rest.
 */
export function joinWrappedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let full = false;
  for (const line of lines) {
    const last = joined.at(-1);
    if (full && last !== undefined && isRest(line)) joined[joined.length - 1] = last.trimEnd() + line.trim();
    else joined.push(line);
    full = line.trimEnd().length >= FULL_LINE && endsInAddress(joined.at(-1) ?? "");
  }
  return joined;
}

function endsInAddress(line: string): boolean {
  const end = line.slice(-URL_CHARS);
  if (!end.includes("://")) return false;
  const url = /(?:^|[\s<("])(https?:\/\/\S+)$/i.exec(end.trimEnd())?.[1];
  return url !== undefined && /[\w%=&/?~+-]$/.test(url);
}

function isRest(line: string): boolean {
  const word = line.trim();
  return (
    word.length <= URL_CHARS &&
    /^[\w%=&/?~+#.:@!$*,;-]+$/.test(word) &&
    /[\d/=&%?_-]/.test(word) &&
    /[a-z\d]/i.test(word) &&
    !/^https?:/i.test(word) &&
    linksInText(word).length === 0
  );
}
