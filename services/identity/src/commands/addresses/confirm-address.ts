import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ConfirmSenderAddress,
  type EventOf,
  isSatchelError,
  type Locale,
  SatchelError,
  type SenderAddressAdded,
  type SenderAddressEvent,
  type SenderEmail,
  texts,
  type UserId,
} from "@satchel/contracts";
import { composeNotice } from "../../mail/notice.ts";
import { positionOf } from "../../accounts/registration.ts";
import { settle } from "../../accounts/settle.ts";
import { senderAddressSubject } from "../../accounts/claims.ts";
import type { Parts } from "../parts.ts";
import { parseToken } from "../../store/confirmations.ts";
import { confirmAddress, evolveSenderAddress } from "../../domain/sender-address.ts";

/**
 * Confirms an address by the token of the mailed link: claims it, appends the fact, then voids the token. So a
 * confirmed address always has its claim, and a repeated command continues after a crash.
 */
export const confirmSenderAddress = (parts: Parts): CommandHandler =>
  handler(ConfirmSenderAddress, async ({ userId, token }, { commandId }) => {
    const { journal, accounts, confirmations, claims } = parts;
    const addressKey = parseToken(token)?.addressKey;
    if (addressKey === undefined || !(await accounts.stands(userId))) throw noConfirmation();
    const subject = senderAddressSubject(userId, addressKey);
    const last = await journal.last(subject);
    if (last === undefined) throw noConfirmation();
    const { address } = last.data as EventOf<typeof SenderAddressAdded>["data"];
    const result: SenderEmail = { email: address, is_primary: false, is_confirmed: true };
    const releaseUnlessConfirmed = () => claims.releaseRemoved(userId, addressKey, commandId);

    const confirmed = await confirmations.check(userId, token);
    if (confirmed === undefined) {
      // The first answer got lost.
      if (last.id === commandId) return { result, position: positionOf(userId, last.sequence) };
      await releaseUnlessConfirmed();
      throw noConfirmation();
    }
    await claims.take(userId, addressKey, commandId);
    try {
      const { sequence, happened } = await settle<SenderAddressEvent, "confirmed">({
        journal,
        subject,
        eventId: commandId,
        decide: (event) => confirmAddress(evolveSenderAddress(event), address),
        resultOf: () => "confirmed",
      });
      await confirmations.void(userId, addressKey);
      if (happened) await tellOwner(parts, userId, address, confirmed.locale);
      return { result, position: positionOf(userId, sequence) };
    } catch (error) {
      if (isSatchelError(error) && error.code === "not-found") await releaseUnlessConfirmed();
      throw error;
    }
  });

/** Informs the owner at the primary address; a failure changes nothing. */
async function tellOwner(
  { accounts, mailer, publicUrl, clock }: Parts,
  userId: UserId,
  subject: string,
  locale: Locale,
): Promise<void> {
  const address = await accounts.primaryAddress(userId);
  if (address === undefined) return;
  const notice = composeNotice({ kind: "address-added", address, locale, at: new Date(clock()), publicUrl, subject });
  await mailer.send(notice).catch(() => undefined);
}

const noConfirmation = (): SatchelError => new SatchelError("not-found", texts.senderEmails.confirmation);
