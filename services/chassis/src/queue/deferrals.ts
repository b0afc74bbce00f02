import { Kvm } from "@nats-io/kv";
import { opening } from "../bus/opening.ts";
import { keepCopies } from "../bus/streams.ts";
import type { Journal } from "../journal/journal.ts";

/** How often each event of a queue was deferred: a delivery that was no attempt. */
export interface Deferrals {
  /** @param sequence of the event in the journal */
  count(sequence: number): Promise<number>;
  /** @param count how often it was deferred, this time included */
  set(sequence: number, count: number): Promise<void>;
}

const DEFERRALS = "queue-deferrals";

/** Milliseconds for which that is remembered: two days after the last time; nothing is deferred for as long as one. */
const KEPT_MS = 2 * 24 * 3600 * 1000;

/** The server counts deliveries alone, so what must not count as an attempt is kept beside it, for all workers. */
export async function openDeferrals({ js, jsm, copies }: Journal, queue: string): Promise<Deferrals> {
  // Read from the leader: a follower's older count would make an attempt of what was none.
  const options = { history: 1, ttl: KEPT_MS, replicas: copies, allow_direct: false };
  const kv = await opening(() => new Kvm(js).create(DEFERRALS, options));
  await keepCopies(jsm, `KV_${DEFERRALS}`, copies);
  const keyOf = (sequence: number): string => `${queue}.${sequence}`;
  return {
    count: async (sequence) => Number((await kv.get(keyOf(sequence)))?.string() ?? 0),
    // One worker at a time has the event, so nobody else writes in between.
    set: async (sequence, count) => {
      await kv.put(keyOf(sequence), String(count));
    },
  };
}
