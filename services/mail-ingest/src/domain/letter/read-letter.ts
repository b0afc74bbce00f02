import { escapeHtml } from "@satchel/chassis/html";
import { packParts } from "@satchel/chassis/parts";
import { attachedFileUrl, letterUrl, MESSAGE_ID_CHARS, SUBJECT_CHARS, URL_CHARS } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "../message/header.ts";
import { decodeWords } from "../message/libmime.ts";
import { readMime } from "../message/mime.ts";
import type { Part } from "../message/part.ts";
import { cleanLine } from "../message/text.ts";
import { boundedHtml } from "./bounded-html.ts";
import { confirmationIn } from "./confirmation.ts";
import type { Letter } from "./letter.ts";
import { letterBody } from "./letter-body.ts";
import { letterSender } from "./letter-sender.ts";
import { unsubscriptionOf } from "./unsubscription.ts";

/** Characters of the address of a mail: those of the files that came with it are longer by a hash. */
const LETTER_URL_CHARS = URL_CHARS - attachedFileUrl("", "0".repeat(64)).length;

/** The earliest time that a Date field is believed: before it, clocks were not set. */
const EARLIEST = Date.UTC(1990, 0);

/** A mail as an item: where it is, what it is called, and what is read of it. */
type LetterContent = Pick<Letter, "url" | "subject" | "sentAt" | "packed"> & {
  /** Whether it has neither text nor pictures. */
  readonly isEmpty: boolean;
};

/**
 * Reads a mail as an item of the archive. What it would load from elsewhere is still in its document: whoever shows it has
 * the parts alone.
 * @param sha256 of it in hex, by which it is named where it has no Message-ID
 * @throws {TooComplex}
 */
export function readLetter(raw: Buffer, sha256: string): Letter {
  const mail = readMime(raw);
  const { fields } = mail;
  const subject = subjectOf(mail);
  const { body, packed } = packLetter(mail, letterUrlOf(fields, sha256), subject);
  return {
    url: letterUrlOf(fields, sha256),
    subject,
    sentAt: dateOf(mail),
    packed,
    unsubscription: unsubscriptionOf(fields),
    confirmation: confirmationIn(subject, body),
  };
}

/** Reads a mail that came with another one, as {@link readLetter} does. */
export function letterIn(mail: Part, sha256: string): LetterContent {
  const url = letterUrlOf(mail.fields, sha256);
  const subject = subjectOf(mail);
  const { packed, isEmpty } = packLetter(mail, url, subject);
  return { url, subject, sentAt: dateOf(mail), packed, isEmpty };
}

/** The subject of a mail as it is written, on one line. */
export const subjectOf = ({ fields }: Part): string =>
  cleanLine(decodeWords(fieldsNamed(fields, "subject")[0] ?? ""), SUBJECT_CHARS);

/** What is read of a mail, packed as the parts of a page. */
export function packLetter(
  mail: Part,
  url: string,
  title: string,
): { readonly packed: Uint8Array; readonly body: string; readonly isEmpty: boolean } {
  const { html, pictures, leftOut } = letterBody(mail);
  const { html: body, isCut } = boundedHtml(html);
  // A title in the body's own head comes second, and does not count.
  const document = `<!doctype html><title>${escapeHtml(title)}</title>\n${body}`;
  const packed = packParts({
    url,
    type: "text/html",
    document: Buffer.from(document.toWellFormed()),
    parts: pictures,
    leftOut: leftOut + (isCut ? 1 : 0),
  });
  return { packed, body, isEmpty: pictures.length === 0 && !hasText(body) };
}

/** Whether HTML may show a text. */
const hasText = (html: string): boolean => /[^\s<>&;]/.test(html.replace(/<[^<>]*>|&nbsp;/g, " "));

const dateOf = ({ fields }: Part): Date | undefined => dateIn(fieldsNamed(fields, "date")[0] ?? "");

/** The address of a mail as an item: by its Message-ID; without one, or with a very long one, by its octets and its sender. */
export function letterUrlOf(fields: readonly HeaderField[], sha256: string): string {
  const id = cleanLine(fieldsNamed(fields, "message-id")[0] ?? "", MESSAGE_ID_CHARS).replace(/^<|>$/g, "");
  const url = letterUrl(id);
  if (id !== "" && url.length <= LETTER_URL_CHARS) return url;
  return letterUrl(`${sha256}@${letterSender(fields)?.address.replace(/^.*@/, "") ?? "letter.invalid"}`);
}

/** The Date of a mail (RFC 5322 section 3.3), without its comments. */
function dateIn(value: string): Date | undefined {
  const time = Date.parse(value.slice(0, 100).replace(/\([^()]*\)/g, ""));
  return Number.isNaN(time) || time < EARLIEST || time > Date.UTC(9999, 0) ? undefined : new Date(time);
}
