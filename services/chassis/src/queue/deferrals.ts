import type { Streams } from "../bus/connect.ts";
import { openKv } from "../bus/streams.ts";

/** Counts how often each message of a queue was deferred: those deliveries are no attempts. */
export interface Deferrals {
  /** @param sequence of the message in its stream */
  count(sequence: number): Promise<number>;
  /** @param count of deferrals, this one included */
  set(sequence: number, count: number): Promise<void>;
}

const DEFERRALS = "queue-deferrals";

/** Milliseconds for which a count is stored: longer than any deferral lasts. */
const KEPT_MS = 2 * 24 * 3600 * 1000;

/** The server counts deliveries alone, so all workers share these counts. @param queue names its consumer */
export async function openDeferrals(bus: Streams, queue: string): Promise<Deferrals> {
  // Read from the leader: by an older count, a deferral would be taken for an attempt.
  const kv = await openKv(bus, DEFERRALS, { history: 1, ttl: KEPT_MS, allow_direct: false });
  const keyOf = (sequence: number): string => `${queue}.${sequence}`;
  return {
    count: async (sequence) => Number((await kv.get(keyOf(sequence)))?.string() ?? 0),
    // One worker at a time has the message, so there is no concurrent write.
    set: async (sequence, count) => {
      await kv.put(keyOf(sequence), String(count));
    },
  };
}
