import { packParts } from "@satchel/chassis/parts";
import { LETTER_HTML_CHARS, letterUrl, MESSAGE_ID_CHARS, SUBJECT_CHARS, URL_CHARS } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "../message/header.ts";
import { decodeWords } from "../message/libmime.ts";
import { readMime } from "../message/mime.ts";
import { cleanLine } from "../message/text.ts";
import { confirmationIn } from "./confirmation.ts";
import type { Letter } from "./letter.ts";
import { letterBody } from "./letter-body.ts";
import { letterSender } from "./letter-sender.ts";
import { escaped } from "./plain-html.ts";
import { unsubscriptionOf } from "./unsubscription.ts";

/** The earliest time that a Date field is believed: before it, clocks were not set. */
const EARLIEST = Date.UTC(1990, 0);

/**
 * Reads a mail as an item of the archive. What it would load from elsewhere is still in its document: whoever shows it has
 * the parts alone.
 * @param sha256 of it in hex, by which it is named where it has no Message-ID
 * @throws {TooComplex}
 */
export function readLetter(raw: Buffer, sha256: string): Letter {
  const mail = readMime(raw);
  const { fields } = mail;
  const subject = cleanLine(decodeWords(fieldsNamed(fields, "subject")[0] ?? ""), SUBJECT_CHARS);
  const { html, pictures, leftOut } = letterBody(mail);
  const isCut = html.length > LETTER_HTML_CHARS;
  const body = isCut ? html.slice(0, LETTER_HTML_CHARS) : html;
  // A title in the body's own head comes second, and does not count.
  const document = `<!doctype html><title>${escaped(subject)}</title>\n${body}`;
  const url = urlOf(fields, sha256);
  return {
    url,
    subject,
    sentAt: dateIn(fieldsNamed(fields, "date")[0] ?? ""),
    unsubscription: unsubscriptionOf(fields),
    confirmation: confirmationIn(subject, body),
    packed: packParts({
      url,
      type: "text/html",
      document: Buffer.from(document.toWellFormed()),
      parts: pictures,
      leftOut: leftOut + (isCut ? 1 : 0),
    }),
  };
}

/** The address of a mail as an item: by its Message-ID; without one, or with a very long one, by its octets and its sender. */
function urlOf(fields: readonly HeaderField[], sha256: string): string {
  const id = cleanLine(fieldsNamed(fields, "message-id")[0] ?? "", MESSAGE_ID_CHARS).replace(/^<|>$/g, "");
  const url = letterUrl(id);
  if (id !== "" && url.length <= URL_CHARS) return url;
  return letterUrl(`${sha256}@${letterSender(fields)?.address.replace(/^.*@/, "") ?? "letter.invalid"}`);
}

/** The Date of a mail (RFC 5322 section 3.3), without its comments. */
function dateIn(value: string): Date | undefined {
  const time = Date.parse(value.slice(0, 100).replace(/\([^()]*\)/g, ""));
  return Number.isNaN(time) || time < EARLIEST || time > Date.UTC(9999, 0) ? undefined : new Date(time);
}
