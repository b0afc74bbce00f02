import { createHash } from "node:crypto";
import { type Address, type Logger, within } from "@satchel/chassis";
import {
  ATTACHMENTS_LEFT_LISTED,
  type CopyId,
  EVENT_BYTES,
  type EventOf,
  type MailCommanded,
  type MailId,
  MESSAGE_ID_CHARS,
  type RefusalReason,
  type UserId,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { v5 as uuidv5 } from "uuid";
import type { LeftOut, ReadAttachment } from "../domain/attachments/attachment.ts";
import { remindOnIn } from "../domain/extraction/remind-on.ts";
import { subjectIn } from "../domain/extraction/subject.ts";
import type { Authenticator, Envelope } from "../authentication/authenticate.ts";
import type { AuthenticMail } from "../domain/judge.ts";
import { type MissingProof, missingProof, signedRecipients } from "../authentication/missing-proof.ts";
import { hasDoubledField, isSaveAddress, automationSign } from "../domain/message/automatic.ts";
import { fieldsNamed, type HeaderField, splitHeader } from "../domain/message/header.ts";
import type { MailLimits } from "../limiting/mail-limits.ts";
import type { Recipient } from "../domain/message/recipient.ts";
import { findSender } from "../authentication/sender.ts";
import { cleanLine } from "../domain/message/text.ts";
import { type MailReader, UnreadableMail, type UnreadableReason } from "../reading/mail-reader.ts";
import type { MailContent } from "../domain/read-mail.ts";
import { type Answer, answers } from "../domain/answers.ts";
import { answered } from "./answered.ts";
import type { Captures } from "./captures.ts";
import { type MailKey, mailIdOf } from "./mail-ids.ts";

/** A whole mail, before it is answered. */
export interface ArrivedMail {
  /** The mail as it was sent, without dot-stuffing. Its memory is transferred to the reader: afterwards it is empty. */
  readonly raw: Buffer;
  readonly envelope: Envelope;
  /** At least one. */
  readonly recipients: readonly Recipient[];
}

interface ReceiveOptions {
  /** The address that links are mailed to. */
  saveAddress: string;
  captures: Captures;
  reader: MailReader;
  limits: Pick<MailLimits, "ofSender">;
  /** Undefined: senders are not checked (`MAIL_AUTH=off`). */
  authenticate: Authenticator | undefined;
  /** Milliseconds for `authenticate`. */
  authenticationMs: number;
  now: () => Date;
  /** The mail of this account whose answer is replied to, by the tag of the address; undefined for a void one. */
  repliedMail: (userId: UserId, tag: string) => MailId | undefined;
  logger: Logger;
}

/** The result for all mails while senders are not checked. */
const UNCHECKED: AuthenticMail = {
  is: "authentic",
  verdict: { spf: "none", dkim: "none", dmarc: "none", by: "off" },
  delivery: "direct",
  covered: [],
};

/**
 * Receives mails. An answer of 250 means that the journal has stored the mail; 4xx that sending it again may help. The
 * sender is authenticated first: so strangers do not learn who has an account, and can't reach the parser.
 */
export const createReceive =
  (options: ReceiveOptions): ((mail: ArrivedMail) => Promise<Answer>) =>
  (mail) =>
    answered(options.logger, { to: "the save address", ip: mail.envelope.ip }, () => receive(mail, options));

async function receive({ raw, envelope, ...arrived }: ArrivedMail, options: ReceiveOptions): Promise<Answer> {
  const { captures } = options;
  const header = splitHeader(raw);
  if (header === "too-large") return answers.largeHeader;
  if (header === "malformed") return answers.malformed;
  if (hasDoubledField(header)) return answers.doubledField;
  const sender = findSender(header);
  if (sender === undefined) return answers.noSender;
  if (isSaveAddress(options.saveAddress, sender)) return answers.ownMail;

  const authenticated = await authenticateSender(raw, header, sender, envelope, options);
  if ("code" in authenticated) return authenticated;
  const { verdict, delivery } = authenticated;
  const { saveAddress } = options;
  const recipients =
    delivery === "direct"
      ? arrived.recipients
      : signedRecipients(authenticated, header, { saveAddress, now: options.now() });

  const account = await captures.findAccount(sender);
  if (account === undefined) return answers.unknownSender;
  const { userId, keepsAttachments } = account;

  // From here on the sender is one of our users, who sees the mail among the captures.
  const key = keyOf(header, raw);
  const common = { sender, verdict, ...("messageId" in key ? key : {}) };
  // A mail that was stored before is not counted again: a stranger could use up the author's limit with it.
  const known = delivery === "direct" ? undefined : await captures.countStored({ userId, key });
  if (known !== undefined) return known === 0 ? answers.commandTaken : answers.saved(known);
  const refuse = async (
    reason: RefusalReason,
    answer: Answer,
    subject = subjectOf(header),
    leftOut: readonly LeftOut[] = [],
  ): Promise<Answer> => {
    await captures.refuse({ userId, key, data: { ...common, subject, reason, ...listed("leftOut", leftOut) } });
    return answer;
  };
  if (!(await options.limits.ofSender(sender))) return refuse("too-many-mails", answers.tooManyFromSender);
  // Checked after the sender, so that the user sees the refusal among the captures. It can't start a loop, because no mail
  // is sent.
  const sign = automationSign(header, envelope.sender);
  if (sign !== undefined) return refuse(sign, sign === "loop" ? answers.loop : answers.automatic);
  const content = await read(raw, userId, options, keepsAttachments);
  if (typeof content === "string") return refuse(content, unreadableAnswers[content]);
  const { subject, title, tags, urls, linkTitles = [], linksAreQuoted, note, remind } = content;
  const command = commandsOf(content, recipients, (tag) => options.repliedMail(userId, tag));
  if (command !== undefined) {
    if (!(await captures.hasAnswers(userId))) return refuse("answers-off", answers.answersOff, subject);
    await captures.command({ userId, key, data: { ...common, subject, ...command } });
    return answers.commandTaken;
  }
  const { attachments, leftOut } = await withinRoom(content, userId, captures);
  if (urls.length === 0 && attachments.length === 0) {
    const [reason, answer] = nothingToSave(leftOut);
    return refuse(reason, answer, subject, leftOut);
  }
  const remindOn = remind === undefined ? undefined : remindOnIn(remind, options.now());
  if (remind !== undefined && remindOn === undefined) return refuse("remind-unclear", answers.remindUnclear, subject);
  // Quoted links were chosen by the person who is answered. That person has the mail and may have sent it here (decision
  // 22).
  if (linksAreQuoted && delivery === "unknown") return answers.dnsFailed;
  if (linksAreQuoted && delivery === "indirect") return refuse("quoted-links", answers.quotedLinks, subject);
  const folderName = recipients.find((recipient) => recipient.folderName !== undefined)?.folderName;
  const mailId = mailIdOf(userId, key);
  const items = attachments.map(({ item }) => ({ ...item, version: uuidv5(`item ${item.url}`, mailId) as CopyId }));
  const data = {
    ...common,
    subject,
    urls: [...urls],
    ...listed("items", items),
    ...listed("leftOut", leftOut),
    ...compact({ notes: note, remindOn, folderName, title }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(recipients.some(({ replyTag }) => replyTag !== undefined) ? { isReply: true as const } : {}),
  };
  // Many long non-ASCII addresses may exceed the size of an event; sending them again would not help. Titles give way first.
  const fitting = [{ ...data, ...listed("linkTitles", linkTitles) }, data].find(
    (one) => Buffer.byteLength(JSON.stringify(one)) <= EVENT_BYTES,
  );
  if (fitting === undefined) return refuse("too-many-links", answers.tooManyLinks, subject);
  await captures.accept(
    { userId, key, data: fitting },
    attachments.map(({ packed }) => packed),
  );
  return answers.saved(urls.length, attachments.length);
}

/** A field with a list, which is missing where the list is empty. */
const listed = <Name extends string, Item>(name: Name, items: readonly Item[]): { [Key in Name]?: Item[] } =>
  items.length === 0 ? {} : ({ [name]: [...items] } as { [Key in Name]: Item[] });

/** The attachments of a mail for which its account has room. */
async function withinRoom(
  { attachments = [], leftOut = [] }: MailContent,
  userId: UserId,
  captures: Captures,
): Promise<{ readonly attachments: readonly ReadAttachment[]; readonly leftOut: readonly LeftOut[] }> {
  if (attachments.length === 0 || !(await captures.isFull(userId))) return { attachments, leftOut };
  const refused = attachments.map(({ item }): LeftOut => ({ name: item.name, reason: "no-room" }));
  return { attachments: [], leftOut: [...refused, ...leftOut].slice(0, ATTACHMENTS_LEFT_LISTED) };
}

/** Why nothing of a mail without links is saved, by the first of its attachments: the reason, and the answer. */
function nothingToSave(leftOut: readonly LeftOut[]): readonly [RefusalReason, Answer] {
  switch (leftOut[0]?.reason) {
    case undefined:
      return ["no-url", answers.noLink];
    case "off":
      return ["attachments-off", answers.attachmentsOff];
    case "no-room":
      return ["attachments-full", answers.attachmentsFull];
    default:
      return ["attachments-unusable", answers.attachmentsUnusable];
  }
}

/**
 * What a mail tells Satchel to do; undefined for one that brings links. In a reply to an answer its commands come first: a
 * note may name an address. Elsewhere the subject is a command only where the mail has no link, so that no link is lost.
 */
function commandsOf(
  { urls, linksAreQuoted, subjectCommand, replyCommands = [] }: MailContent,
  recipients: readonly Recipient[],
  repliedMail: (tag: string) => MailId | undefined,
): Pick<EventOf<typeof MailCommanded>["data"], "isReply" | "repliesTo" | "commands"> | undefined {
  const hasLinks = urls.length > 0 && !linksAreQuoted;
  const tag = recipients.find((recipient) => recipient.replyTag !== undefined)?.replyTag;
  if (tag !== undefined && (replyCommands.length > 0 || !hasLinks)) {
    const repliesTo = repliedMail(tag);
    return { isReply: true, ...compact({ repliesTo }), commands: [...replyCommands] };
  }
  return subjectCommand === undefined || hasLinks ? undefined : { isReply: false, commands: [subjectCommand] };
}

const subjectOf = (header: readonly HeaderField[]): string => subjectIn(header).subject;

/** The answers to mails that can't be read. */
const unreadableAnswers: Readonly<Record<UnreadableReason, Answer>> = {
  unreadable: answers.unreadable,
  "too-complex": answers.tooComplex,
  "too-many-links": answers.tooManyLinks,
};

/** The content of a mail, or why it can't be read. */
async function read(
  raw: Buffer,
  userId: UserId,
  { reader, logger }: ReceiveOptions,
  keepsAttachments: boolean,
): Promise<MailContent | UnreadableReason> {
  try {
    return await reader.read(raw, userId, keepsAttachments);
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    logger.warn({ reason: error.message }, "A mail could not be read");
    return error.reason;
  }
}

/** Checks that a mail is from its author's domain and was meant for the save address. @returns the refusal when it is not */
async function authenticateSender(
  raw: Buffer,
  header: readonly HeaderField[],
  sender: Address,
  envelope: Envelope,
  { authenticate, authenticationMs, saveAddress, now }: ReceiveOptions,
): Promise<AuthenticMail | Answer> {
  if (authenticate === undefined) return UNCHECKED;
  const checks = authenticate(raw, sender, envelope);
  const judgement = await within(checks, authenticationMs, () => ({ is: "unknown" }) as const);
  if (judgement.is !== "authentic") {
    return judgement.is === "unknown" ? answers.dnsFailed : answers.unauthenticated;
  }
  if (judgement.delivery === "direct") return judgement;
  const missing = missingProof(judgement, header, { saveAddress, now: now() });
  if (missing === undefined) return judgement;
  return judgement.delivery === "unknown" ? answers.dnsFailed : missingProofAnswers[missing];
}

/** The answers to mails that anybody may have sent again. */
const missingProofAnswers: Readonly<Record<MissingProof, Answer>> = {
  addressee: answers.notAddressed,
  date: answers.notRecent,
  "message-id": answers.notIdentified,
  subject: answers.subjectUnsigned,
};

function keyOf(header: readonly HeaderField[], raw: Buffer): MailKey {
  const messageId = cleanLine(fieldsNamed(header, "message-id")[0] ?? "", MESSAGE_ID_CHARS);
  return messageId === "" ? { sha256: createHash("sha256").update(raw).digest("hex") } : { messageId };
}
