import { simpleParser } from "mailparser";
import { linksInMail } from "../extraction/links.ts";
import { cleanSubject } from "../extraction/subject.ts";

/** What Satchel keeps of a mail's content. */
export interface MailContent {
  readonly subject: string;
  readonly urls: readonly string[];
}

/** Reads a raw mail (RFC 5322 with MIME) and keeps its links and its subject. The text itself is dropped here. */
export async function readMail(raw: Buffer): Promise<MailContent> {
  const mail = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextLinks: true,
    skipImageLinks: true,
    keepCidLinks: true,
  });
  const html = typeof mail.html === "string" ? mail.html : undefined;
  return { subject: cleanSubject(mail.subject ?? ""), urls: linksInMail({ text: mail.text, html }) };
}
