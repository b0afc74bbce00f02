import { type CommandHandler, handler } from "@satchel/chassis";
import { EraseUser } from "@satchel/contracts";
import { composeNotice } from "../mail/notice.ts";
import type { Parts } from "./parts.ts";
import { positionOf } from "../accounts/registration.ts";
import type { Eraser } from "../accounts/eraser.ts";

export interface ErasureParts extends Pick<Parts, "mailer" | "publicUrl" | "clock"> {
  readonly eraser: Eraser;
  /** Whether mail leaves this machine. A mail in a local folder would keep the erased address. */
  readonly mailLeaves: boolean;
}

/**
 * Closes the account and answers; a queue erases its events (`policies/erase-accounts.ts`). A repeated command
 * completes what an earlier one left.
 */
export const eraseUser = (parts: ErasureParts): CommandHandler =>
  handler(EraseUser, async ({ userId, locale = "en" }, { commandId }) => {
    const { eraser, mailer, mailLeaves, publicUrl, clock } = parts;
    const { sequence, happened, primaryAddress } = await eraser.close(userId, commandId);
    if (happened && mailLeaves && primaryAddress !== undefined) {
      const at = new Date(clock());
      // Does not wait for the relay: the account is gone, whether or not its owner can be informed.
      void mailer
        .send(composeNotice({ kind: "account-erased", address: primaryAddress, locale, at, publicUrl }))
        .catch(() => undefined);
    }
    return { result: {}, position: positionOf(userId, sequence) };
  });
