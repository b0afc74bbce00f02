import { type CommandHandler, handler } from "@satchel/chassis";
import {
  ConfirmSenderAddress,
  type EventOf,
  isSatchelError,
  laterTexts,
  SatchelError,
  type SenderAddressAdded,
  type SenderAddressEvent,
  type SenderEmail,
} from "@satchel/contracts";
import { positionOf } from "../../accounts/registration.ts";
import { settle } from "../../accounts/settle.ts";
import { senderAddressSubject } from "../../accounts/claims.ts";
import { notifyOwner } from "../notify-owner.ts";
import type { Parts } from "../parts.ts";
import { parseToken } from "../../store/confirmations.ts";
import { evolveAddress } from "../../domain/added-address.ts";
import { confirmAddress } from "../../domain/sender-address.ts";

/**
 * Confirms an address by the token of the mailed link: claims it, appends the event, then voids the token. So a
 * confirmed address always has its claim, and a repeated command continues after a crash.
 */
export const confirmSenderAddress = (parts: Parts): CommandHandler =>
  handler(ConfirmSenderAddress, async ({ userId, token }, { commandId }) => {
    const { journal, accounts, confirmations, claims } = parts;
    const addressKey = parseToken(token)?.addressKey;
    if (addressKey === undefined || !(await accounts.isRegistered(userId))) throw noConfirmation();
    const subject = senderAddressSubject(userId, addressKey);
    const last = await journal.last(subject);
    if (last === undefined) throw noConfirmation();
    const { address } = last.data as EventOf<typeof SenderAddressAdded>["data"];
    const result: SenderEmail = { email: address, is_primary: false, is_confirmed: true };
    const releaseUnlessConfirmed = () => claims.releaseRemoved(userId, addressKey, commandId);

    const confirmed = await confirmations.check(userId, token);
    if (confirmed === undefined) {
      // A retry of the command that confirmed it.
      if (last.id === commandId) return { result, position: positionOf(userId, last.sequence) };
      await releaseUnlessConfirmed();
      throw noConfirmation();
    }
    await claims.take(userId, addressKey, commandId);
    try {
      const { decision, sequence } = await settle<SenderAddressEvent, "confirmed">({
        journal,
        subject,
        eventId: commandId,
        decide: (event) => confirmAddress(evolveAddress(event), address),
      });
      await confirmations.void(userId, addressKey);
      const owner = decision.kind === "event" ? await accounts.primaryAddress(userId) : undefined;
      if (owner !== undefined) {
        const { locale } = confirmed;
        await notifyOwner(parts, { kind: "address-added", address: owner, locale, subject: address });
      }
      return { result, position: positionOf(userId, sequence) };
    } catch (error) {
      if (isSatchelError(error) && error.code === "not-found") await releaseUnlessConfirmed();
      throw error;
    }
  });

const noConfirmation = (): SatchelError => new SatchelError("not-found", laterTexts.senderEmails.confirmation);
