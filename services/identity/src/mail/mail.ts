import type { SendMailOptions } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly attachment?: Attachment;
}

export interface Attachment {
  readonly filename: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** One attempt to hand over a mail. Rejects with the transport's error; `signal` aborts it. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/**
 * The message of a mail. It is marked as automatic, so that no absence notice answers (RFC 3834 section 5); composing
 * it fetches nothing and reads no file.
 */
export const messageOf = ({ to, subject, text, html, language, attachment }: Mail, from: string) =>
  ({
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
    ...(attachment === undefined ? {} : { attachments: [attachmentOf(attachment)] }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies SendMailOptions;

const attachmentOf = ({ filename, type, content }: Attachment) => ({
  filename,
  contentType: type,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});
