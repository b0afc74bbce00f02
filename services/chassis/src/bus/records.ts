import { compareAndSet, spread } from "../compare-and-set.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { type BucketEntry, type Lifetime, openBucket } from "./bucket.ts";
import type { Bus } from "./connect.ts";

/** What is to become of a record, and what the change comes to. Without `put` and `remove` it stays as it is. */
export interface RecordChange<T, Outcome> {
  readonly put?: T | undefined;
  readonly remove?: true;
  readonly outcome: Outcome;
}

/** Records in a KV bucket, each changed by compare-and-set of its revision. */
export interface Records<T> {
  /** The newest state of a record. */
  get(key: string): Promise<T | undefined>;
  /**
   * Changes one record. `decide` sees the newest state, and again when somebody else wrote in between; only the outcome
   * of the round that was written is given, so nobody learns anything from a round that was lost.
   * @throws {SatchelError} `conflict` after {@link COMMAND_ROUNDS} lost rounds
   */
  change<Outcome>(key: string, decide: (standing: T | undefined) => RecordChange<T, Outcome>): Promise<Outcome>;
  /** Removes a record, whatever it says. @returns whether there was one */
  remove(key: string): Promise<boolean>;
  /** The keys of the records that stand, in no order, and perhaps some that are being removed; `filter` may have wildcards. */
  keys(filter: string): Promise<string[]>;
}

/**
 * Opens a bucket, making it where it does not exist. Only the newest value of a key is kept. What is replaced or removed is overwritten where it lies.
 */
export async function openRecords<T>(bus: Bus, name: string, lifetime?: Lifetime): Promise<Records<T>> {
  const bucket = await openBucket(bus, name, lifetime);
  // One process' changes of a record wait for each other, so that only replicas contend for it.
  const limit = new ConcurrencyLimit({ concurrency: 1 });

  const records: Records<T> = {
    get: async (key) => valueOf<T>(await bucket.get(key)),
    change: (key, decide) =>
      limit.run(key, async () => {
        const changed = await compareAndSet({
          round: async () => {
            const entry = await bucket.get(key);
            const { put, remove, outcome } = decide(valueOf<T>(entry));
            if (put !== undefined) await bucket.put(key, JSON.stringify(put), entry.revision);
            else if (remove === true) await bucket.remove(key, entry);
            return outcome;
          },
        });
        if (limit.waiting(key) > 0) await spread(0);
        return changed;
      }),
    remove: (key) => records.change(key, (value) => ({ remove: true, outcome: value !== undefined })),
    keys: (filter) => bucket.keys(filter),
  };
  return records;
}

const valueOf = <T>({ text }: BucketEntry): T | undefined => (text === undefined ? undefined : (JSON.parse(text) as T));
