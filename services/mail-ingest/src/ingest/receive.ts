import { createHash } from "node:crypto";
import type { Address, Logger } from "@satchel/chassis";
import { MESSAGE_ID_CHARS, type MailVerdict } from "@satchel/contracts";
import type { Authenticate, Envelope } from "../authentication/authenticate.ts";
import { fieldsNamed, type HeaderField, splitHeader } from "../message/header.ts";
import type { Recipient } from "../message/recipient.ts";
import { findSender } from "../message/sender.ts";
import { cleanLine } from "../message/text.ts";
import { type MailReader, UnreadableMail } from "../reading/mail-reader.ts";
import { type Answer, answers } from "./answer.ts";
import { type Captures, CapturesUnavailable, type MailKey } from "./captures.ts";

/** A mail that has come in whole, before it is answered. */
export interface Arrival {
  /** The mail as it was sent, without dot-stuffing. Taken over: it is empty once it has been read. */
  readonly raw: Buffer;
  readonly envelope: Envelope;
  /** At least one. */
  readonly recipients: readonly Recipient[];
}

export interface ReceiveOptions {
  captures: Captures;
  reader: MailReader;
  /** Undefined: senders are not checked (`MAIL_AUTH=off`). */
  authenticate: Authenticate | undefined;
  /** Milliseconds for `authenticate`. */
  authenticationMs: number;
  logger: Logger;
}

const UNCHECKED: MailVerdict = { spf: "none", dkim: "none", dmarc: "none", by: "off" };

/**
 * Takes mails in. An answer of 250 means that the journal has stored the mail; 4xx that sending it again may help. A sender is
 * checked before anything else is told or done: strangers learn nothing of who has an account, and don't reach the parser.
 */
export function createReceive(options: ReceiveOptions): (arrival: Arrival) => Promise<Answer> {
  const { logger } = options;
  return async (arrival) => {
    try {
      const answer = await receive(arrival, options);
      logger.info({ answer: answer.code, status: answer.enhanced, ip: arrival.envelope.ip }, "A mail is answered");
      return answer;
    } catch (error) {
      if (error instanceof UnreadableMail) {
        logger.warn({ reason: error.message }, "A mail could not be read");
        return answers.unreadable;
      }
      const err = error instanceof CapturesUnavailable ? (error.cause ?? error) : error;
      logger.error({ err }, "A mail could not be taken");
      return answers.unavailable;
    }
  };
}

async function receive({ raw, envelope, recipients }: Arrival, options: ReceiveOptions): Promise<Answer> {
  const { captures, reader } = options;
  const header = splitHeader(raw);
  if (header === "too-large") return answers.largeHeader;
  if (header === "malformed") return answers.malformed;
  const sender = findSender(header);
  if (sender === undefined) return answers.noSender;

  const verdict = await check(raw, sender, envelope, options);
  if ("code" in verdict) return verdict;

  const userId = await captures.findUser(sender);
  if (userId === undefined) return answers.unknownSender;

  const key = keyOf(header, raw);
  const { subject, urls } = await reader.read(raw);
  const common = { sender, subject, verdict, ...("messageId" in key ? key : {}) };
  if (urls.length === 0) {
    await captures.refuse({ userId, key, data: { ...common, reason: "no-url" } });
    return answers.noLink;
  }
  const folderName = recipients.find((recipient) => recipient.folderName !== undefined)?.folderName;
  await captures.accept({
    userId,
    key,
    data: { ...common, urls: [...urls], ...(folderName === undefined ? {} : { folderName }) },
  });
  return answers.saved(urls.length);
}

async function check(
  raw: Buffer,
  sender: Address,
  envelope: Envelope,
  { authenticate, authenticationMs }: ReceiveOptions,
): Promise<MailVerdict | Answer> {
  if (authenticate === undefined) return UNCHECKED;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ is: "unknown" }>((resolve) => {
    timer = setTimeout(() => resolve({ is: "unknown" }), authenticationMs);
  });
  const judgement = await Promise.race([authenticate(raw, sender, envelope), late]).finally(() => clearTimeout(timer));
  if (judgement.is === "authentic") return judgement.verdict;
  return judgement.is === "unknown" ? answers.dnsFailed : answers.unauthenticated;
}

function keyOf(header: readonly HeaderField[], raw: Buffer): MailKey {
  const messageId = cleanLine(fieldsNamed(header, "message-id")[0] ?? "", MESSAGE_ID_CHARS);
  return messageId === "" ? { sha256: createHash("sha256").update(raw).digest("hex") } : { messageId };
}
