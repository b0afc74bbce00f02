import { Kvm } from "@nats-io/kv";
import { opening } from "../bus/opening.ts";
import { keepCopies } from "../bus/streams.ts";
import type { Journal } from "../journal/journal.ts";

/** How often each event of a queue was deferred: deliveries that were no attempts. */
export interface Deferrals {
  /** @param sequence of the event in the journal */
  count(sequence: number): Promise<number>;
  /** @param count of deferrals, this one included */
  set(sequence: number, count: number): Promise<void>;
}

const DEFERRALS = "queue-deferrals";

/** Milliseconds for which a count is stored: two days after the last deferral; none is as long as one. */
const KEPT_MS = 2 * 24 * 3600 * 1000;

/** The server counts deliveries only, so deferrals are counted beside it, for all workers. */
export async function openDeferrals({ js, jsm, copies }: Journal, queue: string): Promise<Deferrals> {
  // Read from the leader: a lagging count would make an attempt of a deferral.
  const options = { history: 1, ttl: KEPT_MS, replicas: copies, allow_direct: false };
  const kv = await opening(() => new Kvm(js).create(DEFERRALS, options));
  await keepCopies(jsm, `KV_${DEFERRALS}`, copies);
  const keyOf = (sequence: number): string => `${queue}.${sequence}`;
  return {
    count: async (sequence) => Number((await kv.get(keyOf(sequence)))?.string() ?? 0),
    // One worker at a time has the event, so there is no concurrent write.
    set: async (sequence, count) => {
      await kv.put(keyOf(sequence), String(count));
    },
  };
}
