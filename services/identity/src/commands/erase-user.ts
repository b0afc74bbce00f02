import { type CommandHandler, handler } from "@satchel/chassis";
import { EraseUser } from "@satchel/contracts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";
import { positionOf } from "../accounts/registration.ts";
import type { Eraser } from "../accounts/eraser.ts";

interface ErasureParts extends Pick<Parts, "mailer" | "publicUrl" | "clock"> {
  readonly eraser: Eraser;
  /** Whether mail goes to a relay. A mail in the outbox would keep the erased address. */
  readonly hasRelay: boolean;
}

/**
 * Closes the account and answers; a queue erases its events (`policies/erase-accounts.ts`). A repeated command
 * completes what an earlier one left.
 */
export const eraseUser = (parts: ErasureParts): CommandHandler =>
  handler(EraseUser, async ({ userId, locale = "en" }, { commandId }) => {
    const { sequence, isNew, primaryAddress } = await parts.eraser.close(userId, commandId);
    if (isNew && parts.hasRelay && primaryAddress !== undefined) {
      void notifyOwner(parts, { kind: "account-erased", address: primaryAddress, locale });
    }
    return { result: {}, position: positionOf(userId, sequence) };
  });
