import { MAIL_COMMANDS, type MailCommand, MAILED_NOTE_CHARS } from "@satchel/contracts";
import { Parser } from "htmlparser2";
import { HIDDEN, INLINE } from "../extraction/html-elements.ts";
import { textOf } from "../message/decoding.ts";
import type { Part } from "../message/part.ts";
import { cleanLine } from "../message/text.ts";
import { mailCommandIn } from "./mail-command.ts";

/** Characters of a reply that are read: its commands stand at the top, or at the end of a short one. */
const REPLY_CHARS = 20_000;

/**
 * The commands in a reply: the lines before the first one that is none. What is quoted is skipped, so they may stand above or
 * below it. A note goes on to the next empty line, because mail programs wrap lines.
 */
export function replyCommandsIn(mail: Part): MailCommand[] {
  const commands: MailCommand[] = [];
  const lines = withoutQuotes(linesOf(mail));
  for (let at = 0; at < lines.length && commands.length < MAIL_COMMANDS; at++) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const command = mailCommandIn(line);
    if (command === undefined) break;
    if (command.kind !== "note") {
      commands.push(command);
      continue;
    }
    const more: string[] = [];
    for (let next = lines[at + 1] ?? ""; next !== "" && mailCommandIn(next) === undefined; next = lines[at + 1] ?? "") {
      // A signature that follows at once (RFC 3676 section 4.3).
      if (/^--\s*$/.test(next)) break;
      more.push(next);
      at++;
    }
    commands.push({ kind: "note", text: cleanLine([command.text, ...more].join(" "), MAILED_NOTE_CHARS) });
  }
  return commands;
}

/** The lines without those that are quoted, and without the line above these ("On Friday Satchel wrote:"). */
function withoutQuotes(lines: readonly string[]): string[] {
  const isQuoted = (line: string | undefined): boolean => line?.startsWith(">") === true;
  return lines.filter((line, at) => {
    if (isQuoted(line)) return false;
    const below = lines.slice(at + 1, at + 3).find((one) => one !== "");
    return !(line.endsWith(":") && isQuoted(below));
  });
}

/** The lines of the text that a person reads, each without white space around it. */
function linesOf(mail: Part): string[] {
  const { plain, html } = textsOf(mail);
  const text = plain ?? (html === undefined ? "" : plainOf(html.slice(0, REPLY_CHARS)));
  return text
    .slice(0, REPLY_CHARS)
    .split(/\r?\n/)
    .map((line) => line.trim());
}

/** The first text of each kind that is no attachment. */
function textsOf(part: Part): { readonly plain?: string; readonly html?: string } {
  if (part.disposition === "attachment" || part.type.startsWith("message/")) return {};
  if (part.type === "text/plain") {
    const plain = textOf(part);
    return plain.trim() === "" ? {} : { plain };
  }
  if (part.type === "text/html") return { html: textOf(part) };
  return part.parts.map(textsOf).reduceRight((found, one) => ({ ...found, ...one }), {});
}

/** The text of HTML, without what programs mark as quoted. */
function plainOf(html: string): string {
  let text = "";
  let hidden = 0;
  const hides: boolean[] = [];
  const parser = new Parser({
    onopentag(name, { class: names = "", type = "" }) {
      const isQuote = (name === "blockquote" && /cite/i.test(type)) || /gmail_quote|yahoo_quoted|moz-cite/.test(names);
      const isHidden = HIDDEN.has(name) || isQuote;
      hides.push(isHidden);
      if (isHidden) hidden++;
      if (!INLINE.has(name) && hidden === 0) text += "\n";
    },
    ontext(data) {
      if (hidden === 0) text += data.replaceAll(/\s+/g, " ");
    },
    onclosetag(name) {
      if (hides.pop() === true) hidden--;
      if (!INLINE.has(name) && name !== "br" && hidden === 0) text += "\n";
    },
  });
  parser.end(html);
  return text;
}
