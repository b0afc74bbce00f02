import { Kvm } from "@nats-io/kv";
import { opening } from "../bus/opening.ts";
import { keepCopies } from "../bus/streams.ts";
import type { Journal } from "../journal/journal.ts";

/** How often each event of a queue was put off: a delivery that was no try. */
export interface PutOffs {
  /** @param sequence of the event in the journal */
  count(sequence: number): Promise<number>;
  add(sequence: number): Promise<void>;
}

const PUT_OFFS = "queue-put-offs";

/** Milliseconds for which that is remembered: two days after the last time; nothing is put off for as long as one. */
const KEPT_MS = 2 * 24 * 3600 * 1000;

/** The server counts deliveries alone, so what must not count as a try is kept beside it, for all workers. */
export async function openPutOffs({ js, jsm, copies }: Journal, queue: string): Promise<PutOffs> {
  // Read from the leader: a follower's older count would make a try of what was none.
  const options = { history: 1, ttl: KEPT_MS, replicas: copies, allow_direct: false };
  const kv = await opening(() => new Kvm(js).create(PUT_OFFS, options));
  await keepCopies(jsm, `KV_${PUT_OFFS}`, copies);
  const keyOf = (sequence: number): string => `${queue}.${sequence}`;
  const count = async (sequence: number): Promise<number> => Number((await kv.get(keyOf(sequence)))?.string() ?? 0);
  return {
    count,
    // One worker at a time has the event, so nobody else writes in between.
    add: async (sequence) => {
      await kv.put(keyOf(sequence), String((await count(sequence)) + 1));
    },
  };
}
