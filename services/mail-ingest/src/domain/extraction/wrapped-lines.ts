import { URL_CHARS } from "@satchel/contracts";
import { linksInText } from "./text-links.ts";

/** The fewest characters of a full line: mail programs wrap at 72 to 78 (RFC 3676 section 4.2, RFC 5322 section 2.1.1). */
const FULL_LINE = 70;

/** The fewest characters of a line that was broken after `-`, `=` or `&`, because the rest did not fit. */
const BROKEN_LINE = 45;

/** Columns at which programs cut a line that has no blank. */
const CUT_COLUMNS = new Set([72, 76, 78, 79, 80]);

/** Words that end mails: alone below an address they do not belong to it. */
const FAREWELL =
  /^(?:thanks|thx|cheers|regards|best|bye|ciao|greetings|love|yours|danke|grüße|gruss|lg|mfg|vg|merci|saludos|gracias)$/;

/** An address in angle brackets over several lines, which may be quoted. White space in it is ignored. */
const BROKEN_IN_BRACKETS = /<(?:URL:)?(https?:\/\/[^\s<>]+(?:[ \t\r]*\n[> \t]*[^\s<>]+)+)[ \t\r]*>/iy;

/** Joins addresses that are written in angle brackets over several lines (RFC 3986 appendix C). */
export function joinWithinBrackets(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/<(?:URL:)?https?:\/\//gi)) {
    if (index < from) continue;
    const near = text.slice(index, index + URL_CHARS + 200);
    BROKEN_IN_BRACKETS.lastIndex = 0;
    const [whole, address] = BROKEN_IN_BRACKETS.exec(near) ?? [];
    if (whole === undefined || address === undefined) continue;
    pieces.push(text.slice(from, index), `<${address.replace(/\s+(?:> ?)*\s*/g, "")}>`);
    from = index + whole.length;
  }
  return pieces.join("") + text.slice(from);
}

/**
 * Joins addresses that a program has wrapped without a mark: a full line, or a shorter one whose last character can't end an address, ends
 * within an address, and the next line of the same quoting depth begins with text that can only be the rest.
 */
export function joinWrappedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open: { readonly depth: number; readonly isCut: boolean } | undefined;
  for (const line of lines) {
    const quotes = /^[> ]*>/.exec(line)?.[0] ?? "";
    const depth = quotes.replaceAll(" ", "").length;
    const content = line.slice(quotes.length).trim();
    const last = joined.at(-1);
    if (last !== undefined && open?.depth === depth && isRest(content, open.isCut))
      joined[joined.length - 1] = last.trimEnd() + content;
    else joined.push(line);
    const { length } = line.trimEnd();
    const isCut = (CUT_COLUMNS.has(length) || CUT_COLUMNS.has(content.length)) && /[a-z\d]$/.test(content);
    open = isBroken(length, joined.at(-1) ?? "") ? { depth, isCut } : undefined;
  }
  return joined;
}

/** Whether a line may end within an address. @param length of the line @param text the joined lines that end with it */
function isBroken(length: number, text: string): boolean {
  if (length < BROKEN_LINE) return false;
  const end = text.slice(-URL_CHARS).trimEnd();
  if (!end.includes("://")) return false;
  const url = /(?:^|[\s<("])(https?:\/\/\S+)$/i.exec(end)?.[1];
  return url !== undefined && (length >= FULL_LINE ? /[\w%=&/?~+-]$/ : /[%=&?_+-]$/).test(url);
}

/** @param isCut whether the line above was cut at a column that programs cut at, within a word */
function isRest(content: string, isCut: boolean): boolean {
  const [word = "", ...more] = content.split(/\s+/, 2);
  if (word.length > URL_CHARS || !/^[\w%=&/?~+#.:@!$*,;-]+$/.test(word) || !/[a-z\d]/i.test(word)) return false;
  if (/^https?:/i.test(word) || linksInText(word).length > 0) return false;
  // Before other words of a sentence it must be more than "and/or" or "24/7".
  if (more.length > 0) return word.length >= 8 && (/[=&%?]/.test(word) || (/\d/.test(word) && /[-/_]/.test(word)));
  if (isCut && /^[a-z]{2,}$/.test(word)) return !FAREWELL.test(word);
  return /[\d/=&%?_-]|\.(?:html?|php|aspx?|jsp|pdf)$/i.test(word);
}
