import { addressKey, type CommandHandler, handler, normaliseAddress } from "@satchel/chassis";
import { laterTexts, RemoveSenderAddress, SatchelError, type SenderAddressEvent } from "@satchel/contracts";
import { countAddresses } from "../../queries/index.ts";
import { positionOf } from "../../accounts/registration.ts";
import { settle } from "../../accounts/settle.ts";
import { senderAddressSubject } from "../../accounts/claims.ts";
import type { Parts } from "../parts.ts";
import { evolveAddress } from "../../domain/added-address.ts";
import { removeAddress } from "../../domain/sender-address.ts";

/**
 * Removes an address from the account: appends the event, then releases the claim. So a confirmed address always has
 * its claim; after a crash in between, a repeated command or the queue `identity-completions` completes it.
 */
export const removeSenderAddress = (parts: Parts): CommandHandler =>
  handler(RemoveSenderAddress, async ({ userId, email }, { commandId }) => {
    const { journal, claims, confirmations, tables } = parts;
    const address = normaliseAddress(email);
    if (address === undefined) throw new SatchelError("not-found", laterTexts.senderEmails.notFound);
    const key = addressKey(parts.addressKey, address);
    const subject = senderAddressSubject(userId, key);
    const isOnly = (await countAddresses(tables, userId)) <= 1;
    const { claim } = await claims.stateOf(userId, key);
    const last = await journal.last(subject);
    // A retry of the command that removed it.
    const isDone = last?.id === commandId && last.type === "SenderAddressRemoved";
    const { sequence } = isDone
      ? last
      : await settle<SenderAddressEvent, "removed">({
          journal,
          subject,
          eventId: commandId,
          decide: (event) => removeAddress({ claim, state: evolveAddress(event) }, address, isOnly),
        });
    await confirmations.void(userId, key);
    await claims.releaseRemoved(userId, key, commandId);
    return { result: {}, position: positionOf(userId, sequence) };
  });
