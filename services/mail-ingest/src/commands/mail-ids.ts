import type { EventId, MailId, UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { MailKey } from "./captures.ts";

/** A mail's id: the same mail to the same user has the same id, whenever and however often it comes. */
export const mailIdOf = (userId: UserId, key: MailKey): MailId =>
  uuidv5("messageId" in key ? `message-id:${key.messageId}` : `sha256:${key.sha256}`, userId) as MailId;

/** The id that stands for all the mails that were too many in one hour (UTC). */
export const floodIdOf = (userId: UserId, at: Date): MailId =>
  uuidv5(`too-many-mails:${at.toISOString().slice(0, "2026-01-01T00".length)}`, userId) as MailId;

/** The id of the event about a mail, so that a retry is recognised as one. */
export const mailEventId = (mailId: MailId, type: string): EventId => uuidv5(type, mailId);
