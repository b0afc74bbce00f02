import type { Logger } from "@satchel/chassis";
import { isSatchelError, NoteDigestBounce } from "@satchel/contracts";
import { type Answer, answers } from "../domain/answers.ts";
import { isFailedDelivery } from "../domain/message/bounce.ts";
import { answered } from "./answered.ts";
import type { MailBus } from "./mail-bus.ts";

/**
 * Receives mails to the address that a digest comes back to. 250 means that it is counted, or that it says nothing.
 * @param token that the address names; it was made here
 */
export type ReceiveBounce = (raw: Buffer, token: string) => Promise<Answer>;

/** Tells identity of digests that come back, and stores nothing. */
export const createReceiveBounce =
  (bus: MailBus, logger: Logger): ReceiveBounce =>
  async (raw, token) => {
    if (!isFailedDelivery(raw)) return answers.reportTaken;
    return answered(logger, { to: "the sender of digests" }, () =>
      bus.request(async ({ identity }) => {
        try {
          await identity.send(NoteDigestBounce, { token });
          return answers.reportTaken;
        } catch (error) {
          if (isSatchelError(error) && error.code === "not-found") return answers.notOurs;
          throw error;
        }
      }),
    );
  };
