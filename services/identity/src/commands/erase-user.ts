import { type CommandHandler, handler } from "@satchel/chassis";
import { EraseUser } from "@satchel/contracts";
import { composeNotice } from "../mail/notice.ts";
import type { Parts } from "./parts.ts";
import { positionOf } from "../accounts/registration.ts";
import type { Eraser } from "../accounts/eraser.ts";

export interface ErasureParts extends Pick<Parts, "mailer" | "publicUrl" | "clock"> {
  readonly eraser: Eraser;
  /** Whether mail leaves this machine. A mail in a folder here would keep the address that is being erased. */
  readonly mailLeaves: boolean;
}

/**
 * Closes the account and answers; what the journal still holds is erased by the queue of `follow.ts`. Sent again it completes
 * what an earlier try has left.
 */
export const eraseUser = (parts: ErasureParts): CommandHandler =>
  handler(EraseUser, async ({ userId, locale = "en" }, { commandId }) => {
    const { eraser, mailer, mailLeaves, publicUrl, clock } = parts;
    const { sequence, happened, primaryAddress } = await eraser.close(userId, commandId);
    if (happened && mailLeaves && primaryAddress !== undefined) {
      const at = new Date(clock());
      // The account is gone, whether or not its owner can be told. Nothing waits for the relay.
      void mailer
        .send(composeNotice({ kind: "account-erased", address: primaryAddress, locale, at, publicUrl }))
        .catch(() => undefined);
    }
    return { result: {}, position: positionOf(userId, sequence) };
  });
