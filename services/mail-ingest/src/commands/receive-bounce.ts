import { type BusAddress, type CommandClient, commandClient, type Logger } from "@satchel/chassis";
import { isSatchelError, NoteDigestBounce } from "@satchel/contracts";
import { type Answer, answers } from "../domain/answers.ts";
import { isFailedDelivery } from "../domain/message/bounce.ts";
import { BOUNCE_MS, JOURNAL_MS } from "../limits.ts";
import { BackgroundStore, StoreUnavailable } from "./background-store.ts";

/** Receives mails to the address that a digest comes back to. 250 means that it is counted, or that it says nothing. */
export interface BounceDoor {
  /** @param token that the address names; it was made here */
  receive(raw: Buffer, token: string): Promise<Answer>;
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the door for digests that come back: it tells identity, and stores nothing. Returns at once and connects in the background;
 * until then mails are answered 451.
 */
export function openBounceDoor({ bus, logger }: { readonly bus: BusAddress; readonly logger: Logger }): BounceDoor {
  const store = new BackgroundStore<CommandClient>({
    bus,
    name: "bounces",
    logger,
    open: async (opened) => commandClient(opened, logger, BOUNCE_MS),
    requestMs: JOURNAL_MS,
  });
  return {
    opened: store.opened,
    receive: async (raw, token) => {
      if (!isFailedDelivery(raw)) return answers.reportTaken;
      try {
        await store.request((commands) => commands.send(NoteDigestBounce, { token }));
        return answers.reportTaken;
      } catch (error) {
        if (isSatchelError(error) && error.code === "not-found") return answers.notOurs;
        const err = error instanceof StoreUnavailable ? (error.cause ?? error) : error;
        logger.error({ err }, "A digest that came back could not be counted");
        return answers.unavailable;
      }
    },
    close: () => store.close(),
  };
}
