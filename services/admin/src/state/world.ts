import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { Bus, Pool } from "@satchel/chassis";

/** What the page reads and asks: the bus as its own user, and the tables as a read-only user. */
export interface World {
  readonly nc: Bus["nc"];
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly pool: Pool;
}

/** The answer to a request about a stream that may not exist yet. */
export const orNothing = async <T>(question: Promise<T>): Promise<T | undefined> => {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && /stream not found/i.test(error.message)) return undefined;
    throw error;
  }
};
