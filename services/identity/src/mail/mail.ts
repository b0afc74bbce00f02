import type { SendMailOptions } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

/** One attempt to hand over a mail. Rejects with the transport's error; `signal` aborts it. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/**
 * The message of a mail. It is marked as automatic, so that no absence notice answers (RFC 3834 section 5); composing
 * it fetches nothing and reads no file.
 */
export const messageOf = ({ to, subject, text, html, language }: Mail, from: string) =>
  ({
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies SendMailOptions;
