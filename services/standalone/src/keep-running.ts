import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@satchel/chassis";

/** A server of our own: its `exited` resolves however it ends. */
export interface Server {
  readonly exited: Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}

const PAUSE_MS = 500;

/**
 * Starts a server and starts it again whenever it ends by itself, so that a crash of one part heals: everything else
 * holds its connections' addresses and takes them up again.
 * @param start given what ran before, so that it comes back on the same ports
 */
export async function keepRunning<T extends Server>(
  name: string,
  logger: Logger,
  start: (before: T | undefined) => Promise<T>,
): Promise<{ readonly first: T; stop(): Promise<void> }> {
  let current = await start(undefined);
  const first = current;
  let stopping = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.exited;
      if (stopping) return;
      logger.error({ server: name }, "a server ended by itself; starting it again");
      while (!stopping) {
        try {
          current = await start(current);
          break;
        } catch (error) {
          logger.error({ err: error, server: name }, "it did not start");
          await sleep(PAUSE_MS);
        }
      }
    }
  };
  void watch();
  return {
    first,
    stop: async () => {
      stopping = true;
      await current.stop();
    },
  };
}
