import { createHash } from "node:crypto";
import type { Logger, OpenSecretAddress } from "@satchel/chassis";
import {
  type CopyId,
  EVENT_BYTES,
  type EventOf,
  type LetterReceived,
  MAIL_HOPS,
  type MailId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { v5 as uuidv5 } from "uuid";
import { type Answer, answers } from "../domain/answers.ts";
import type { Letter } from "../domain/letter/letter.ts";
import { letterSender } from "../domain/letter/letter-sender.ts";
import { fieldsNamed, splitHeader } from "../domain/message/header.ts";
import type { MailLimits } from "../limiting/mail-limits.ts";
import { type MailReader, UnreadableMail } from "../reading/mail-reader.ts";
import { answered } from "./answered.ts";
import type { Captures } from "./captures.ts";
import type { LetterStore } from "./letter-store.ts";

interface ReceiveLetterOptions {
  readonly store: Pick<LetterStore, "isStored" | "store">;
  readonly isFull: Captures["isFull"];
  readonly reader: MailReader<Letter>;
  readonly limits: Pick<MailLimits, "ofSecretAddress">;
  readonly logger: Logger;
}

/** Receives mails to secret addresses. 250 means that the mail is stored, or that its sender is muted. */
export type ReceiveLetter = (raw: Buffer, to: OpenSecretAddress) => Promise<Answer>;

/**
 * Receives mails to secret addresses. Nobody checks the sender: a mail may only add one item. Nothing is sent to anybody,
 * and no address of the mail is opened.
 */
export const createReceiveLetter =
  (options: ReceiveLetterOptions): ReceiveLetter =>
  (raw, to) =>
    answered(options.logger, { to: "a secret address" }, () => receive(raw, to, options));

async function receive(
  raw: Buffer,
  { userId, address, muted }: OpenSecretAddress,
  { store, isFull, reader, limits, logger }: ReceiveLetterOptions,
): Promise<Answer> {
  const header = splitHeader(raw);
  if (header === "too-large") return answers.largeHeader;
  if (header === "malformed") return answers.malformed;
  if (fieldsNamed(header, "received").length > MAIL_HOPS) return answers.loop;
  const sender = letterSender(header);
  if (sender === undefined) return answers.noAuthor;
  // Answered like any other: a refusal would come back to whoever forwards the mails here, as a fault of this address.
  if (muted.includes(sender.address.toLowerCase())) return answers.letterKept;
  if (!(await limits.ofSecretAddress(address.id))) return answers.tooManyLetters;
  let letter: Letter;
  try {
    letter = await reader.read(raw, userId);
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    logger.warn({ reason: error.message }, "A mail to a secret address could not be read");
    return error.reason === "too-complex" ? answers.tooComplex : answers.unreadable;
  }
  const mailId = uuidv5(letter.url, address.id) as MailId;
  if (await store.isStored({ userId, mailId })) return answers.letterKept;
  if (await isFull(userId)) return answers.mailboxFull;
  const data: EventOf<typeof LetterReceived>["data"] = {
    addressId: address.id,
    url: letter.url,
    version: uuidv5("letter", mailId) as CopyId,
    content: createHash("sha256").update(letter.packed).digest("hex"),
    sender: sender.address,
    subject: letter.subject,
    ...compact({
      senderName: sender.name,
      sentAt: letter.sentAt?.toISOString(),
      unsubscription: letter.unsubscription,
      confirmation: letter.confirmation,
    }),
    ...(address.folderId === null ? {} : { folderId: address.folderId }),
    ...(address.tags.length === 0 ? {} : { tags: [...address.tags] }),
  };
  if (Buffer.byteLength(JSON.stringify(data)) > EVENT_BYTES) return answers.unreadable;
  await store.store({ userId, mailId }, letter.packed, data);
  return answers.letterKept;
}
