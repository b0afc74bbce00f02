import { linksInMail } from "./extraction/links.ts";
import { type Subject, subjectIn, titleIn } from "./extraction/subject.ts";
import { readMime } from "./message/mime.ts";
import type { Part } from "./message/part.ts";

/** What Satchel keeps of a mail's content. */
export interface MailContent {
  /** The subject on one line, without the marks of answers, forwards, lists and gateways. */
  readonly subject: string;
  /** The subject without its tags and addresses; not there when it has none of these, or nothing else. */
  readonly title?: string;
  /** The `#tags` in the end of the subject. */
  readonly tags: readonly string[];
  readonly urls: readonly string[];
  /** Whether the links are from quoted text, which another person wrote, because the sender's own text has none. */
  readonly linksAreQuoted: boolean;
}

/**
 * Reads a raw mail (RFC 5322 with MIME) and keeps its links and what its subject says. The text itself is dropped here. A mail
 * without a subject that holds another one, as an attachment, has that one's.
 * @throws {TooComplex} {@link TooManyLinks}
 */
export function readMail(raw: Buffer): MailContent {
  const mail = readMime(raw);
  const read = subjectOf(mail);
  const { subject, tags } = read;
  const title = titleIn(read);
  const { urls, areQuoted } = linksInMail(mail, read);
  return { subject, ...(title === subject || title === "" ? {} : { title }), tags, urls, linksAreQuoted: areQuoted };
}

function subjectOf(mail: Part): Subject {
  const read = subjectIn(mail.fields);
  const inner = mail.type.startsWith("message/")
    ? mail.parts[0]
    : mail.parts.find(({ type }) => type === "message/rfc822")?.parts[0];
  return read.subject !== "" || read.tags.length > 0 || inner === undefined ? read : subjectOf(inner);
}
