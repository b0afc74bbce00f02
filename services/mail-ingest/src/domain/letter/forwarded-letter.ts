import type { ReadAttachment } from "../attachments/attachment.ts";
import { beginsForward, isFromLine } from "../extraction/forward-marks.ts";
import { textOf } from "../message/decoding.ts";
import type { Part } from "../message/part.ts";
import { letterItem } from "./letter-item.ts";
import { readSender, letterSender } from "./letter-sender.ts";
import { packLetter } from "./read-letter.ts";
import type { LetterSender } from "./letter.ts";

/** Characters of a text in which its forwarded header is looked for, and lines between its mark and the sender. */
const SEARCHED_CHARS = 100_000;

/**
 * A mail that forwards another one in its text, as an item.
 * @param url its address as an item
 * @param title its subject without the marks of a forward
 * @returns undefined for a mail without text
 */
export function forwardedLetter(mail: Part, url: string, title: string): ReadAttachment | undefined {
  const { packed, isEmpty } = packLetter(mail, url, title);
  if (isEmpty) return undefined;
  const sender = forwardedSender(mail) ?? letterSender(mail.fields);
  return { item: letterItem(url, title, { sender }), packed };
}

/** Who wrote the mail that is forwarded, as the short header above it says. Nobody checks it. */
function forwardedSender(mail: Part): LetterSender | undefined {
  for (const text of textsOf(mail)) {
    const lines = text.split("\n").map((line) => line.replace(/^[>\s]+/, ""));
    const mark = lines.findIndex((line) => beginsForward(line) || isFromLine(line));
    const from = lines.slice(Math.max(mark, 0)).find(isFromLine);
    const sender =
      from === undefined ? undefined : readSender(from.slice(from.search(/[:：]/) + 1).replaceAll("*", ""));
    if (sender !== undefined) return sender;
  }
  return undefined;
}

/** The texts of a mail, plain, in its order; attached ones left out. */
function textsOf(part: Part): string[] {
  if (part.type.startsWith("message/") || part.disposition === "attachment") return [];
  if (part.type === "text/plain") return [textOf(part).slice(0, SEARCHED_CHARS)];
  if (part.type === "text/html") return [plain(textOf(part).slice(0, SEARCHED_CHARS))];
  return part.parts.flatMap(textsOf);
}

/** The lines of an HTML text, nearly: enough to find a header of some lines in it. */
const plain = (html: string): string =>
  html
    .replace(/\s+/g, " ")
    .replace(/<(?:br|\/?(?:p|div|tr|li|blockquote|h\d))\b[^<>]*>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
