import { type MailCommand, TITLE_CHARS } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { HashOf, LeftOut, ReadAttachment } from "./attachments/attachment.ts";
import { leftOff, readAttachments } from "./attachments/read-attachments.ts";
import { replyCommandsIn } from "./commands/reply-commands.ts";
import { subjectCommandIn } from "./commands/mail-command.ts";
import { type LinkTitle, linksInMail } from "./extraction/links.ts";
import { takeAsides } from "./extraction/asides.ts";
import { type Subject, subjectIn, titleIn } from "./extraction/subject.ts";
import { forwardedLetter } from "./letter/forwarded-letter.ts";
import { letterUrlOf } from "./letter/read-letter.ts";
import { readMime } from "./message/mime.ts";
import type { Part } from "./message/part.ts";

/** The stored content of a mail. */
export interface MailContent {
  /** The subject on one line, without the marks of answers, forwards, lists and gateways. */
  readonly subject: string;
  /** The subject without its tags and addresses; missing when it has none of these, or nothing else. */
  readonly title?: string;
  /** The `#tags` at the end of the subject. */
  readonly tags: readonly string[];
  readonly urls: readonly string[];
  /** Titles of links, by their words; missing when there is none. */
  readonly linkTitles?: readonly LinkTitle[];
  /** Whether the links are from quoted text of another person, because the sender's own text has none. */
  readonly linksAreQuoted: boolean;
  /** The note that the first line of the mail asks for. */
  readonly note?: string;
  /** When its first line asks to be reminded, as it was written. */
  readonly remind?: string;
  /** What came with it and becomes an item; missing when there is none. */
  readonly attachments?: readonly ReadAttachment[];
  /** What came with it and becomes none; missing when there is none. */
  readonly leftOut?: readonly LeftOut[];
  /** The command that the subject is. */
  readonly subjectCommand?: MailCommand;
  /** The commands above or below what the mail quotes: they count in a reply to an answer. */
  readonly replyCommands?: readonly MailCommand[];
}

/**
 * Reads the links and the subject of a raw mail (RFC 5322 with MIME), and what came with it. Of its text only its note and
 * the words of its links are returned, unless it forwards a newsletter that becomes an item. A mail without a subject gets
 * that of an attached mail.
 * @param hashOf by which attachments are named, where the account keeps them; undefined: those that it would keep are only listed
 * @throws {TooComplex} {@link TooManyLinks}
 */
export function readMail(raw: Buffer, hashOf?: HashOf): MailContent {
  const whole = readMime(raw);
  const { mail, note, remind } = takeAsides(whole);
  const read = subjectOf(mail);
  const { subject, tags } = read;
  const title = titleIn(read);
  const url = hashOf === undefined ? "" : letterUrlOf(mail.fields, hashOf(raw));
  const attached =
    hashOf === undefined
      ? { kept: [], leftOut: leftOff(mail), parts: new Set<Part>() }
      : readAttachments(mail, url, hashOf);
  const { urls, titles, areQuoted, isNewsletter } = linksInMail(mail, read, {
    kept: attached.parts,
    keepsNewsletters: hashOf !== undefined,
    hasItems: attached.kept.length > 0,
  });
  // Of a forward without any link its text is all that its sender may mean.
  const isText = isNewsletter || (urls.length === 0 && attached.kept.length === 0 && read.kind === "forward");
  const forwarded =
    hashOf !== undefined && isText ? forwardedLetter(mail, url, title.slice(0, TITLE_CHARS)) : undefined;
  const kept = [...(forwarded === undefined ? [] : [forwarded]), ...attached.kept];
  const replyCommands = replyCommandsIn(whole);
  const subjectCommand = subjectCommandIn(read.subject);
  return {
    subject,
    ...(title === subject || title === "" ? {} : { title }),
    tags,
    urls,
    ...(titles.length === 0 ? {} : { linkTitles: titles }),
    linksAreQuoted: areQuoted,
    ...compact({ note, remind }),
    ...(kept.length === 0 ? {} : { attachments: kept }),
    ...(attached.leftOut.length === 0 ? {} : { leftOut: attached.leftOut }),
    ...compact({ subjectCommand }),
    ...(replyCommands.length === 0 ? {} : { replyCommands }),
  };
}

function subjectOf(mail: Part): Subject {
  const read = subjectIn(mail.fields);
  const inner = mail.type.startsWith("message/")
    ? mail.parts[0]
    : mail.parts.find(({ type }) => type === "message/rfc822")?.parts[0];
  return read.subject !== "" || read.tags.length > 0 || inner === undefined ? read : subjectOf(inner);
}
