import type { MailCommand } from "@satchel/contracts";
import { subjectCommandIn } from "./commands/mail-command.ts";
import { replyCommandsIn } from "./commands/reply-commands.ts";
import { linksInMail } from "./extraction/links.ts";
import { type Subject, subjectIn, titleIn } from "./extraction/subject.ts";
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
  /** Whether the links are from quoted text of another person, because the sender's own text has none. */
  readonly linksAreQuoted: boolean;
  /** The command that the subject is. */
  readonly subjectCommand?: MailCommand;
  /** The commands above or below what the mail quotes: they count in a reply to an answer. */
  readonly replyCommands?: readonly MailCommand[];
}

/**
 * Reads the links and the subject of a raw mail (RFC 5322 with MIME). The text is not returned. A mail without a subject gets that of an
 * attached mail.
 * @throws {TooComplex} {@link TooManyLinks}
 */
export function readMail(raw: Buffer): MailContent {
  const mail = readMime(raw);
  const read = subjectOf(mail);
  const { subject, tags } = read;
  const title = titleIn(read);
  const { urls, areQuoted } = linksInMail(mail, read);
  const replyCommands = replyCommandsIn(mail);
  const subjectCommand = subjectCommandIn(read.subject);
  return {
    subject,
    ...(title === subject || title === "" ? {} : { title }),
    tags,
    urls,
    linksAreQuoted: areQuoted,
    ...(subjectCommand === undefined ? {} : { subjectCommand }),
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
