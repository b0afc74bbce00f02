import {
  type Address,
  addressKey,
  type CommandHandler,
  handler,
  normaliseAddress,
  type RateLimit,
} from "@satchel/chassis";
import {
  ADDRESSES_PER_USER,
  AddSenderAddress,
  CONFIRMATIONS_PER_ADDRESS,
  CONFIRMATIONS_PER_HOUR,
  laterTexts,
  type Locale,
  SatchelError,
  type SenderAddressEvent,
  type SenderEmail,
  type UserId,
} from "@satchel/contracts";
import { composeConfirmAddress } from "../../mail/confirm-address.ts";
import { undeliverable } from "../../mail/mailer.ts";
import { countAddresses } from "../../queries/index.ts";
import { noAccount } from "../../accounts/accounts.ts";
import { positionOf } from "../../accounts/registration.ts";
import { settle } from "../../accounts/settle.ts";
import { senderAddressSubject } from "../../accounts/claims.ts";
import type { Parts } from "../parts.ts";
import { evolveAddress } from "../../domain/added-address.ts";
import { type AdditionOutcome, addAddress, isPrimary } from "../../domain/sender-address.ts";

const CONFIRMATIONS: RateLimit = { name: "confirmations", count: CONFIRMATIONS_PER_HOUR, seconds: 3600 };
const CONFIRMATIONS_OF_ADDRESS: RateLimit = {
  name: "confirmations-of-address",
  count: CONFIRMATIONS_PER_ADDRESS,
  seconds: 24 * 3600,
};

/**
 * Adds a further address and mails the link that confirms it; a pending one gets a new link. A repeated command mails a
 * second link, and the first one is void.
 */
export const addSenderAddress = (parts: Parts): CommandHandler =>
  handler(AddSenderAddress, async ({ userId, email, locale }, { commandId }) => {
    const { journal, accounts, limits, limitKeys, claims, tables } = parts;
    const address = normaliseAddress(email);
    if (address === undefined) throw invalidAddress();
    if (!(await accounts.isRegistered(userId))) throw noAccount();
    const key = addressKey(parts.addressKey, address);
    const current = await claims.stateOf(userId, key);
    // Rows may lag behind; the excess is bounded by the number of confirmation mails in an hour.
    const hasRoom = (await countAddresses(tables, userId)) < ADDRESSES_PER_USER;
    const shown = (is_confirmed: boolean): SenderEmail => ({
      email: address,
      is_primary: isPrimary(current),
      is_confirmed,
    });

    const preview = addAddress(current, address, hasRoom);
    if (preview.kind === "nothing" && preview.result === "confirmed") {
      return { result: { address: shown(true), created: false } };
    }
    // Limited before the rejection, which reveals that another account has the address.
    await limits.take(CONFIRMATIONS, limitKeys.ofUser(userId));
    if (preview.kind === "rejected") throw new SatchelError(preview.error.code, preview.error.detail);
    await limits.take(CONFIRMATIONS_OF_ADDRESS, limitKeys.ofAddress(address));
    const { decision, sequence } = await settle<SenderAddressEvent, AdditionOutcome>({
      journal,
      subject: senderAddressSubject(userId, key),
      eventId: commandId,
      decide: (last) => addAddress({ ...current, state: evolveAddress(last) }, address, hasRoom),
    });
    const result = decision.kind === "event" ? "added" : decision.result;
    if (result !== "confirmed") await mailLink(parts, { userId, key, address, locale });
    return {
      result: { address: shown(result === "confirmed"), created: result === "added" },
      position: positionOf(userId, sequence),
    };
  });

async function mailLink(
  { accounts, confirmations, mailer, publicUrl }: Parts,
  request: { readonly userId: UserId; readonly key: string; readonly address: Address; readonly locale: Locale },
): Promise<void> {
  const { userId, key, address, locale } = request;
  const account = await accounts.ownerAddress(userId);
  const token = await confirmations.issue(userId, key, locale);
  // Browsers don't send the fragment, so no server or proxy logs the token.
  const url = `${publicUrl.replace(/\/$/, "")}/confirm-address#token=${token}`;
  await mailer
    .send(composeConfirmAddress({ address, account, url, locale, publicUrl }))
    .catch(undeliverable(laterTexts.senderEmails.addFailed));
}

const invalidAddress = (): SatchelError =>
  new SatchelError("invalid", laterTexts.senderEmails.invalid, {
    errors: [{ path: "/email", message: "must be an email address" }],
  });
