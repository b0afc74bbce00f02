import {
  type Address,
  addressKey,
  type CommandHandler,
  handler,
  normaliseAddress,
  type RateLimit,
} from "@satchel/chassis";
import {
  AddReader,
  aggregateSubject,
  ConfirmReader,
  laterTexts,
  READER_CODES_PER_ADDRESS,
  READER_CODES_PER_HOUR,
  type ReaderAddressEvent,
  READERS_PER_USER,
  RemoveReader,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { noAccount } from "../../accounts/accounts.ts";
import { positionOf } from "../../accounts/registration.ts";
import { settle } from "../../accounts/settle.ts";
import { type AddedAddress, evolveAddress } from "../../domain/added-address.ts";
import { addReaderAddress, confirmReaderAddress, isDevice, removeReaderAddress } from "../../domain/reader-address.ts";
import { composeCode } from "../../mail/code-mail.ts";
import { undeliverable } from "../../mail/mailer.ts";
import { listReaders } from "../../queries/index.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";

const CODES: RateLimit = { name: "reader-codes", count: READER_CODES_PER_HOUR, seconds: 3600 };
const CODES_OF_ADDRESS: RateLimit = {
  name: "reader-codes-of-address",
  count: READER_CODES_PER_ADDRESS,
  seconds: 24 * 3600,
};

/** The events of one address of an e-reader. Beside it, an address that links are mailed from is another aggregate. */
const subjectOf = (userId: UserId, key: string, address: Address): string =>
  aggregateSubject(userId, "identity", `reader-${addressKey(key, address)}`);

/** Codes are of one account and one address: no other account can use it. */
const codeOwner = (userId: UserId, address: Address): Address => `${userId} ${address}` as Address;

/** The state of one address, as the journal has it. */
export async function readerStateOf(
  { journal, addressKey: key }: Pick<Parts, "journal" | "addressKey">,
  userId: UserId,
  address: Address,
): Promise<AddedAddress> {
  return evolveAddress((await journal.last(subjectOf(userId, key, address))) as ReaderAddressEvent | undefined);
}

/** Adds an address and mails its code: to the account where the address is a device's, else to the address itself. */
export const addReader = (parts: Parts): CommandHandler =>
  handler(AddReader, async ({ userId, email, locale, client }, { commandId }) => {
    const { journal, accounts, codes, limits, limitKeys, mailer, publicUrl, clock, tables } = parts;
    const address = normaliseAddress(email);
    if (address === undefined) throw invalidAddress();
    const account = await accounts.primaryAddress(userId);
    if (account === undefined || !(await accounts.isRegistered(userId))) throw noAccount();
    const state = await readerStateOf(parts, userId, address);
    if (state === "confirmed") {
      return { result: { reader: { email: address, is_confirmed: true, code_sent_to: null }, created: false } };
    }
    const recipient = isDevice(address) ? account : address;
    await limits.take(CODES, limitKeys.ofUser(userId));
    await limits.take(CODES_OF_ADDRESS, limitKeys.ofAddress(recipient));
    // Rows may lag behind; the excess is bounded by the number of codes in an hour.
    const hasRoom = (await listReaders(tables, userId)).length < READERS_PER_USER;
    const { decision, sequence } = await settle<ReaderAddressEvent, "added" | "pending" | "confirmed">({
      journal,
      subject: subjectOf(userId, parts.addressKey, address),
      eventId: commandId,
      decide: (last) => addReaderAddress(evolveAddress(last), address, hasRoom),
    });
    const code = await codes.issue("reader", { address: codeOwner(userId, address), client }, commandId);
    const mail = composeCode("reader", {
      code,
      address: recipient,
      locale,
      requestedAt: new Date(clock()),
      publicUrl,
      reader: { address, account },
    });
    await mailer.send(mail).catch(undeliverable(laterTexts.senderEmails.addFailed));
    const reader = { email: address, is_confirmed: false, code_sent_to: recipient };
    return { result: { reader, created: decision.kind === "event" }, position: positionOf(userId, sequence) };
  });

/** Confirms a pending address, and tells the owner of the account. */
export const confirmReader = (parts: Parts): CommandHandler =>
  handler(ConfirmReader, async ({ userId, email, code, locale, client }, { commandId }) => {
    const { journal, accounts, codes } = parts;
    const address = normaliseAddress(email);
    if (address === undefined || !(await accounts.isRegistered(userId))) throw wrongCode();
    if (!(await codes.verify("reader", { address: codeOwner(userId, address), code, client }, commandId)))
      throw wrongCode();
    const { decision, sequence } = await settle<ReaderAddressEvent, "confirmed">({
      journal,
      subject: subjectOf(userId, parts.addressKey, address),
      eventId: commandId,
      decide: (last) => confirmReaderAddress(evolveAddress(last), address),
    });
    const owner = decision.kind === "event" ? await accounts.primaryAddress(userId) : undefined;
    if (owner !== undefined) {
      await notifyOwner(parts, { kind: "reader-added", address: owner, locale, subject: address });
    }
    return { result: { email: address, is_confirmed: true }, position: positionOf(userId, sequence) };
  });

export const removeReader = (parts: Parts): CommandHandler =>
  handler(RemoveReader, async ({ userId, email }, { commandId }) => {
    const address = normaliseAddress(email);
    if (address === undefined) throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
    const subject = subjectOf(userId, parts.addressKey, address);
    const last = await parts.journal.last(subject);
    // A retry of the command that removed it.
    const isDone = last?.id === commandId && last.type === "ReaderAddressRemoved";
    const { sequence } = isDone
      ? last
      : await settle<ReaderAddressEvent, "removed">({
          journal: parts.journal,
          subject,
          eventId: commandId,
          decide: (event) => removeReaderAddress(evolveAddress(event), address),
        });
    return { result: {}, position: positionOf(userId, sequence) };
  });

const wrongCode = (): SatchelError => new SatchelError("rejected", texts.verification.invalid);
const invalidAddress = (): SatchelError => new SatchelError("rejected", laterTexts.senderEmails.invalid);
