import Type, { type Static } from "typebox";
import { UserId } from "../ids.ts";
import {
  ADDRESS_CHARS,
  MESSAGE_ID_CHARS,
  SENT_HTML_CHARS,
  SENT_REFERENCES,
  SENT_SUBJECT_CHARS,
  SENT_TEXT_CHARS,
  URL_CHARS,
} from "../limits/index.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";

/** A part of a local part behind `+` (RFC 5321 section 4.1.2): of the save address, for answers and bounces. */
const AddressTag = Type.String({ pattern: "^[a-z0-9]+(?:[.-][a-z0-9]+)*$", maxLength: 60 });

/** A Message-ID with its angle brackets (RFC 5322 section 3.6.4). */
export const MessageIdField = Type.String({ pattern: "^<[!-;=?-~]+>$", maxLength: MESSAGE_ID_CHARS });

/** The content of a mail that a service has sent: its whole plain text, and the HTML that stands in the card of the layout. */
export const SentContent = Type.Object({
  language: Locale,
  subject: Type.String({ minLength: 1, maxLength: SENT_SUBJECT_CHARS }),
  /** Mail programs show it after the subject in their lists. */
  preview: Type.String({ maxLength: SENT_SUBJECT_CHARS }),
  heading: Type.String({ maxLength: 1000 }),
  text: Type.String({ minLength: 1, maxLength: SENT_TEXT_CHARS }),
  /**
   * Rows below the heading, safe as they are: made by the service, with nothing that a mail program would fetch. The classes
   * of `services/identity/src/mail/layout.ts` give it dark colours.
   */
  html: Type.String({ maxLength: SENT_HTML_CHARS }),
  /** In small print below the card: why the mail came, and how it ends. */
  footnote: Type.String({ maxLength: 1000 }),
});
export type SentContent = Static<typeof SentContent>;

/**
 * Mails something to one of an account's own confirmed addresses; without `email`, to its primary one. Identity alone knows
 * which are confirmed. The same command id sends one mail: an attempt in progress is joined, and each has the Message-ID
 * that follows from the id.
 *
 * `sent`: the relay has taken it; `refused`: it never will (5yz). `not-found` for an address that is not confirmed, or not the
 * account's; `limited` after too many; `unavailable` while the relay can't be reached, or has not answered yet: send it again.
 */
export const SendMail = defineCommand(
  "identity",
  "send-mail",
  {
    userId: UserId,
    email: Type.Optional(Type.String({ maxLength: ADDRESS_CHARS })),
    /** An answer to a mail (RFC 3834: `auto-replied`), or a mail by a schedule (`auto-generated`). */
    kind: Type.Enum(["answer", "scheduled"]),
    content: SentContent,
    /** Replies go to the save address with this tag. Without one they go to the sender of all mails. */
    replyTag: Type.Optional(AddressTag),
    /** The envelope sender is the save address with this tag. Without one it is empty, so that nothing bounces. */
    bounceTag: Type.Optional(AddressTag),
    inReplyTo: Type.Optional(MessageIdField),
    references: Type.Optional(Type.Array(MessageIdField, { maxItems: SENT_REFERENCES })),
    /** Of a scheduled mail: the https address that ends it by one POST (RFC 8058). */
    unsubscribeUrl: Type.Optional(Type.String({ pattern: "^https://[!-;=?-~]+$", maxLength: URL_CHARS })),
  },
  Type.Object({ outcome: Type.Enum(["sent", "refused"]) }),
);
