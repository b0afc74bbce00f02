import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { START_MS } from "@satchel/contracts";
import { isTransient } from "../faults.ts";

/** Milliseconds between two attempts. */
const RETRY_MS = 200;
/**
 * "No suitable peers for placement" (nats-server, errors.json): servers that have just started do not know each other
 * yet.
 */
const NO_PEERS = 10_005;
/**
 * What says that it is too early. A stream that others create at the same moment is not found after it was created: to all
 * but the first the leader answers before the servers have agreed on it (nats-server 2.10).
 */
const TOO_EARLY: readonly number[] = [NO_PEERS, JetStreamApiCodes.StreamNotFound];

/**
 * Opens a stream, a bucket or a consumer. While another replica creates it, or a server of a cluster restarts, there is
 * no answer until the servers have elected a leader, and a busy server answers late. So it is repeated until there is an
 * answer, for {@link START_MS} at most.
 * @param open can be repeated: creates only what does not exist, and uses no stream that nobody creates
 */
export async function retryOpen<T>(open: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(isTransient(error) || isTooEarly(error)) || Date.now() > deadline) throw error;
    }
    await delay(RETRY_MS);
  }
}

const isTooEarly = (error: unknown): boolean => error instanceof JetStreamApiError && TOO_EARLY.includes(error.code);
