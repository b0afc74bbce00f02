import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { START_MS } from "@satchel/contracts";
import { isTransient } from "../faults.ts";

/** Milliseconds between two attempts. */
const AGAIN_MS = 200;
/**
 * "No suitable peers for placement" (nats-server, errors.json): servers that have just started do not know each other
 * yet.
 */
const NO_PEERS = 10_005;

/**
 * Opens something on the bus. Where another replica creates it at the same moment, or a server of a cluster restarts,
 * there is no answer until the servers have elected a leader, and a busy server answers late: it is repeated until
 * there is an answer, for {@link START_MS} at most.
 * @param open can be repeated: creates only what does not exist
 */
export async function opening<T>(open: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(isTransient(error) || isTooEarly(error)) || Date.now() > deadline) throw error;
    }
    await delay(AGAIN_MS);
  }
}

const isTooEarly = (error: unknown): boolean => error instanceof JetStreamApiError && error.code === NO_PEERS;
