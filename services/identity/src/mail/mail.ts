import type { SendMailOptions } from "nodemailer";

/** A mail of ours, before anything of transport. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

/** Hands one mail over, once. Rejects with what the transport said; `signal` gives up. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/**
 * The message of a mail. It says that no person wrote it, so that no absence notice answers (RFC 3834 section 5); nothing in it
 * may be fetched or read from the disk while it is composed.
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
