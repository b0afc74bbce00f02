import { linksInMail } from "../extraction/links.ts";
import { readSubject } from "../extraction/subject.ts";
import { fieldsNamed } from "../message/header.ts";
import { decodeWords } from "../message/libmime.ts";
import { readMime } from "../message/mime.ts";
import type { Part } from "../message/part.ts";

/** What Satchel keeps of a mail's content. */
export interface MailContent {
  /** The subject on one line, without the marks of answers, forwards and lists. */
  readonly subject: string;
  /** The subject without its tags; not there when nothing is left, or it has none. */
  readonly title?: string;
  /** The `#tags` in the end of the subject. */
  readonly tags: readonly string[];
  readonly urls: readonly string[];
}

/**
 * Reads a raw mail (RFC 5322 with MIME) and keeps its links and what its subject says. The text itself is dropped here. A mail
 * without a subject that holds another one, as an attachment, has that one's.
 * @throws {TooComplex} {@link TooManyLinks}
 */
export function readMail(raw: Buffer): MailContent {
  const mail = readMime(raw);
  const { subject, title, tags } = readSubject(subjectOf(mail));
  return { subject, ...(tags.length === 0 || title === "" ? {} : { title }), tags, urls: linksInMail(mail) };
}

function subjectOf(mail: Part): string {
  const subject = decodeWords(fieldsNamed(mail.fields, "subject")[0] ?? "").trim();
  const inner = mail.type.startsWith("message/")
    ? mail.parts[0]
    : mail.parts.find(({ type }) => type === "message/rfc822")?.parts[0];
  return subject !== "" || inner === undefined ? subject : subjectOf(inner);
}
