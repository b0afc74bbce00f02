import { readEpubAbout, UnreadableEpub } from "@satchel/chassis/epub";
import { type PagePart, packParts } from "@satchel/chassis/parts";
import {
  ADDRESS_CHARS,
  ATTACHED_MAIL_LEVELS,
  ATTACHED_TEXT_CHARS,
  ATTACHMENTS_LEFT_LISTED,
  ATTACHMENTS_PER_MAIL,
  attachedFileUrl,
  EPUB_ENTRIES,
  EPUB_ENTRY_BYTES,
  EPUB_PICTURES_BYTES,
  EPUB_TEXT_BYTES,
  FILE_NAME_CHARS,
  markdownTitle,
  TITLE_CHARS,
} from "@satchel/contracts";
import { EPUB } from "@satchel/contracts/media-types";
import { letterIn, subjectOf } from "../letter/read-letter.ts";
import { letterItem } from "../letter/letter-item.ts";
import { letterSender } from "../letter/letter-sender.ts";
import { guessCharset, textOf } from "../message/decoding.ts";
import { fieldsNamed } from "../message/header.ts";
import { readMime } from "../message/mime.ts";
import type { Part } from "../message/part.ts";
import { cleanLine } from "../message/text.ts";
import type { HashOf, LeftOut, OwnFile, ReadAttachment, ReadAttachments } from "./attachment.ts";
import { isMailFile, kindOfFile } from "./file-kind.ts";
import { findAttachments } from "./find-attachments.ts";

/** Of a book only what it says of itself is unpacked: two documents and its cover. */
const EPUB_LIMITS = {
  entries: EPUB_ENTRIES,
  entryBytes: EPUB_ENTRY_BYTES,
  totalBytes: 3 * EPUB_ENTRY_BYTES,
  textBytes: EPUB_TEXT_BYTES,
  pictureBytes: EPUB_PICTURES_BYTES,
};

/** The name of a file on one line, without folders and what would change how it is read. */
const cleanFileName = (name: string): string => cleanLine(name.replace(/^.*[/\\]/s, ""), FILE_NAME_CHARS);

/** What came with a mail, where the account keeps none of it: only what it would keep is named. */
export function leftOff(mail: Part): LeftOut[] {
  return findAttachments(mail)
    .filter((part) => part.parts.length > 0 || isMailFile(part) || kindOfFile(part) !== undefined)
    .slice(0, ATTACHMENTS_LEFT_LISTED)
    .map((part) => ({ name: nameOf(part), reason: "off" }));
}

/**
 * Reads what came with a mail. A mail in it is one item, and what came with that one are further ones.
 * @param mailUrl the address of the mail as an item
 */
export function readAttachments(mail: Part, mailUrl: string, hashOf: HashOf): ReadAttachments {
  const kept = new Map<string, ReadAttachment>();
  const leftOut: LeftOut[] = [];
  const parts = new Set<Part>();
  const refuse = (part: Part, reason: LeftOut["reason"]): void => {
    if (leftOut.length < ATTACHMENTS_LEFT_LISTED) leftOut.push({ name: nameOf(part), reason });
  };

  const keep = (part: Part, level: number): void => {
    const inner = part.parts[0] ?? (isMailFile(part) ? mailIn(part) : undefined);
    const read = inner === undefined ? readFile(part, mailUrl, hashOf) : readMail(inner, hashOf(part.content));
    if (inner !== undefined && isNewsletter(inner)) parts.add(part);
    if (typeof read === "string") {
      // A mail that has nothing but files is not missing.
      const isEmpty = inner !== undefined && findAttachments(inner).length > 0;
      if (!isEmpty) refuse(part, read);
    } else if (kept.has(read.item.url)) parts.add(part);
    else if (kept.size >= ATTACHMENTS_PER_MAIL) return refuse(part, "too-many");
    else {
      kept.set(read.item.url, read);
      if (inner === undefined) parts.add(part);
    }
    if (inner === undefined) return;
    if (level < ATTACHED_MAIL_LEVELS) for (const one of findAttachments(inner)) keep(one, level + 1);
    else for (const one of findAttachments(inner)) refuse(one, "too-many");
  };

  for (const part of findAttachments(mail)) keep(part, 1);
  return { kept: [...kept.values()], leftOut, parts };
}

/**
 * Reads a file that its owner sends by itself, as if it was attached. Of a mail what came with it is not kept.
 * @param name as its sender has it: of a text it says the kind
 * @param mailUrl what its address begins with: that of a mail which only brings it
 */
export function readOwnFile(
  { content, name, mailUrl }: OwnFile,
  hashOf: HashOf,
): ReadAttachment | "kind" | "unreadable" {
  const file: Part = {
    fields: [],
    type: "application/octet-stream",
    params: {},
    disposition: "attachment",
    fileName: name,
    content,
    parts: [],
  };
  const mail = isMailFile(file) ? mailIn(file) : undefined;
  return mail === undefined ? readFile(file, mailUrl, hashOf) : readMail(mail, hashOf(content));
}

/** A mail that was saved as a file, as its octets have it; undefined where they are none, or too complex. */
function mailIn({ content }: Part): Part | undefined {
  try {
    const mail = readMime(content);
    return letterSender(mail.fields) === undefined ? undefined : mail;
  } catch {
    return undefined;
  }
}

/** Whether a mail was sent to many (RFC 2369, RFC 2919, RFC 3834): then its links are its own, and not its reader's. */
const isNewsletter = ({ fields }: Part): boolean =>
  ["list-unsubscribe", "list-id"].some((name) => fieldsNamed(fields, name).length > 0) ||
  /^\s*(?:bulk|list)\b/i.test(fieldsNamed(fields, "precedence")[0] ?? "");

function readMail(mail: Part, sha256: string): ReadAttachment | "unreadable" {
  const { url, subject, sentAt, packed, isEmpty } = letterIn(mail, sha256);
  if (isEmpty) return "unreadable";
  return { item: letterItem(url, subject, { sender: letterSender(mail.fields), sentAt }), packed };
}

function readFile(part: Part, mailUrl: string, hashOf: HashOf): ReadAttachment | "kind" | "unreadable" {
  const { content } = part;
  if (content.length === 0) return "unreadable";
  const type = kindOfFile(part);
  if (type === undefined) return isMailFile(part) ? "unreadable" : "kind";
  const url = attachedFileUrl(mailUrl, hashOf(content));
  const isText = type.startsWith("text/");
  const text = isText ? textIn(part) : undefined;
  if (text?.trim() === "") return "unreadable";
  const about =
    type === EPUB ? aboutBook(content) : { title: type === "text/markdown" ? markdownTitle(text ?? "") : undefined };
  if (about === undefined) return "unreadable";
  const title = cleanLine(about.title ?? "", TITLE_CHARS);
  const author = cleanLine(("author" in about && about.author) || "", ADDRESS_CHARS);
  const document = text === undefined ? content : Buffer.from(text.toWellFormed());
  return {
    item: {
      url,
      type,
      name: nameOf(part),
      ...(title === "" ? {} : { title }),
      ...(author === "" ? {} : { author }),
    },
    packed: packParts({ url, type, document, parts: coverParts(about), leftOut: 0 }),
  };
}

/** The cover of a book, which is its picture in lists: whoever makes that need not open the book. */
const coverParts = (about: Partial<ReturnType<typeof readEpubAbout>>): PagePart[] =>
  about.cover === undefined ? [] : [{ kind: "picture", url: "cid:cover", ...about.cover }];

/** What a book says of itself; undefined for one that can't be read. */
function aboutBook(content: Buffer): ReturnType<typeof readEpubAbout> | undefined {
  try {
    return readEpubAbout(content, EPUB_LIMITS);
  } catch (error) {
    if (error instanceof UnreadableEpub) return undefined;
    throw error;
  }
}

const textIn = (part: Part): string =>
  (part.type.startsWith("text/") ? textOf(part) : guessCharset(part.content)).slice(0, ATTACHED_TEXT_CHARS);

/** The name of a file, or the subject of a mail. */
function nameOf(part: Part): string {
  const inner = part.parts[0];
  const name = cleanFileName(part.fileName);
  if (name !== "" || inner === undefined) return name;
  return cleanLine(subjectOf(inner), FILE_NAME_CHARS);
}
