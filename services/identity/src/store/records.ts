import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import type { Bus } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import { CHANGE_ROUNDS } from "../limits.ts";

/** What is to become of a record, and what the change comes to. Without `put` and `remove` it stays as it is. */
export interface RecordChange<T, Outcome> {
  readonly put?: T | undefined;
  readonly remove?: true;
  readonly outcome: Outcome;
}

/** Records in a KV bucket, each changed by compare-and-set of its revision. */
export interface Records<T> {
  /**
   * Changes one record. `decide` sees the newest state, and again when somebody else wrote in between; only the outcome
   * of the round that was written is given, so nobody learns anything from a round that was lost.
   * @throws {SatchelError} `conflict` after {@link CHANGE_ROUNDS} lost rounds
   */
  change<Outcome>(key: string, decide: (standing: T | undefined) => RecordChange<T, Outcome>): Promise<Outcome>;
}

/**
 * Opens a bucket, making it where it does not exist. Only the newest value of a key is kept, and that for `seconds` after
 * it was written. Reads go to the leader: a follower's older word could refuse a code that was mailed a moment ago.
 */
export async function openRecords<T>(bus: Bus, bucket: string, seconds: number): Promise<Records<T>> {
  const kv = await new Kvm(bus.nc).create(bucket, { history: 1, ttl: seconds * 1000, allow_direct: false });
  return {
    change: async (key, decide) => {
      for (let round = 0; round < CHANGE_ROUNDS; round++) {
        const entry = await kv.get(key);
        const standing = entry?.operation === "PUT" ? entry.json<T>() : undefined;
        const { put, remove, outcome } = decide(standing);
        const previousSeq = entry?.revision ?? 0;
        try {
          if (put !== undefined) await kv.put(key, JSON.stringify(put), { previousSeq });
          else if (remove === true && standing !== undefined) await kv.delete(key, { previousSeq });
          return outcome;
        } catch (error) {
          if (!isWrongRevision(error)) throw error;
        }
      }
      throw new SatchelError("conflict", texts.server.conflict);
    },
  };
}

const isWrongRevision = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);
