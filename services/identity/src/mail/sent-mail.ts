import { type Address, singleLine } from "@satchel/chassis";
import { type PayloadOf, SENT_SUBJECT_CHARS, type SendMail } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { sentMailHtml } from "./layout.ts";
import type { Mail, MailThread } from "./mail.ts";

/** A mail that another service has sent to an account. */
interface SentMail extends Omit<PayloadOf<typeof SendMail>, "userId" | "email"> {
  /** Confirmed, and of the account. */
  readonly address: Address;
  /** The id of the command. */
  readonly id: string;
  /** The sender of all mails: an address, or a name with one in angle brackets. */
  readonly mailFrom: string;
  readonly saveAddress: string;
}

/** Octets of a local part (RFC 5321 section 4.5.3.1.1). */
const LOCAL_BYTES = 64;

/** Writes the mail of another service. Its Message-ID follows from the id, so mail programs show one that came twice once. */
export function composeSent({ address, id, kind, content, mailFrom, saveAddress, ...asked }: SentMail): Mail {
  const { replyTag, bounceTag, inReplyTo, references, unsubscribeUrl } = asked;
  const domain = /@([^@<>]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
  const replyTo = replyTag === undefined ? undefined : (tagged(saveAddress, replyTag) ?? saveAddress);
  const thread: MailThread = {
    messageId: `<${id}@${domain}>`,
    isAnswer: kind === "answer",
    bounceTo: (bounceTag === undefined ? undefined : tagged(saveAddress, bounceTag)) ?? "",
    ...compact({ replyTo, inReplyTo, references, unsubscribeUrl }),
  };
  const subject = Array.from(singleLine(content.subject)).slice(0, SENT_SUBJECT_CHARS).join("") || "Satchel";
  return {
    to: address,
    subject,
    text: content.text,
    html: sentMailHtml({ ...content, subject }),
    language: content.language,
    thread,
  };
}

/** The save address with a tag; undefined where the local part gets too long for it. */
function tagged(saveAddress: string, tag: string): string | undefined {
  const at = saveAddress.lastIndexOf("@");
  const local = `${saveAddress.slice(0, at)}+${tag}`;
  return Buffer.byteLength(local) > LOCAL_BYTES ? undefined : `${local}${saveAddress.slice(at)}`;
}
