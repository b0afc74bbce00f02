import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { START_MS } from "@satchel/contracts";
import { isTransient } from "../faults.ts";

/** Milliseconds between two tries. */
const AGAIN_MS = 200;
/** "No suitable peers for placement" (nats-server, errors.json): servers that have just started have not told of themselves yet. */
const NO_PEERS = 10_005;

/**
 * Opens what lies on the bus. Where another replica has made it in the same moment, or one of the servers of a cluster is being
 * restarted, nobody answers for it until the servers agree on who leads, and a busy server answers late: it is opened anew until
 * somebody answers, for {@link START_MS} at most.
 * @param open can be repeated: makes only what is not there yet
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
