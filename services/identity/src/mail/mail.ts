import type { SendMailOptions } from "nodemailer";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly attachment?: Attachment;
  readonly thread?: MailThread;
}

/** What a mail of another service says of its place among others, and where answers and bounces go. */
export interface MailThread {
  /** The id of the mail, with its angle brackets. */
  readonly messageId: string;
  /** Whether it answers a mail (RFC 3834 section 5: `auto-replied`). */
  readonly isAnswer: boolean;
  /** The envelope sender; empty where nothing may bounce (RFC 3834 section 3.3). */
  readonly bounceTo: string;
  readonly replyTo?: string;
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  /** The address that ends such mails by one POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
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
export const messageOf = ({ to, subject, text, html, language, attachment, thread }: Mail, from: string) =>
  ({
    from,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": language },
    ...(attachment === undefined ? {} : { attachments: [attachmentOf(attachment)] }),
    ...(thread === undefined ? {} : threadOf(thread, to, language)),
    disableFileAccess: true,
    disableUrlAccess: true,
  }) satisfies SendMailOptions;

const threadOf = (thread: MailThread, to: string, language: string) => {
  const { messageId, isAnswer, bounceTo, replyTo, inReplyTo, references = [], unsubscribeUrl } = thread;
  return {
    messageId,
    envelope: { from: bounceTo, to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "Satchel", address: replyTo } }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    headers: {
      "Auto-Submitted": isAnswer ? "auto-replied" : "auto-generated",
      "Content-Language": language,
      // Exchange sends absence notices even to automatic mail, unless told otherwise ([MS-OXCMAIL] section 2.2.3.2.14).
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl === undefined
        ? {}
        : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
  } satisfies SendMailOptions;
};

const attachmentOf = ({ filename, type, content }: Attachment) => ({
  filename,
  contentType: type,
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
});
