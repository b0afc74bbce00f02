import type { EventId, MailId, UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";

/** The Message-ID of a mail; without one, the SHA-256 of the whole mail in hex. */
export type MailKey = { readonly messageId: string } | { readonly sha256: string };

/** A mail's id: the same mail to the same user always has the same id. */
export const mailIdOf = (userId: UserId, key: MailKey): MailId =>
  uuidv5("messageId" in key ? `message-id:${key.messageId}` : `sha256:${key.sha256}`, userId) as MailId;

/** The one id of all mails over the rate limit in an hour (UTC). */
export const overLimitIdOf = (userId: UserId, at: Date): MailId =>
  uuidv5(`too-many-mails:${at.toISOString().slice(0, "2026-01-01T00".length)}`, userId) as MailId;

/** The id of the event about a mail: the same for a retry, so that it is stored once. */
export const mailEventId = (mailId: MailId, type: string): EventId => uuidv5(type, mailId);
