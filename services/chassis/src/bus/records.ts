import { compareAndSet, randomBackoff } from "../compare-and-set.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { type BucketEntry, type Lifetime, openBucket } from "./bucket.ts";
import type { Bus } from "./connect.ts";

/** The new state of a record, and the outcome. Without `put` and `remove` the record does not change. */
export interface RecordChange<T, Outcome> {
  readonly put?: T | undefined;
  readonly remove?: true;
  readonly outcome: Outcome;
}

/** Records in a KV bucket, each changed by compare-and-set of its revision. */
export interface Records<T> {
  get(key: string): Promise<T | undefined>;
  /**
   * Changes one record. `decide` gets the newest state, and is called again after a lost race. Only the outcome of the
   * round that was written is returned, so a lost round reveals nothing.
   * @throws {SatchelError} `conflict` after {@link COMMAND_ROUNDS} lost rounds
   */
  change<Outcome>(key: string, decide: (current: T | undefined) => RecordChange<T, Outcome>): Promise<Outcome>;
  /** Writes a record, whatever it was. */
  put(key: string, record: T): Promise<void>;
  /** Removes a record in any state. @returns whether there was one */
  remove(key: string): Promise<boolean>;
  /**
   * The keys of the existing records, in no order, and perhaps some that are being removed; `filter` may have
   * wildcards.
   */
  keys(filter: string): Promise<string[]>;
}

/**
 * Opens a bucket, creating it if missing. Only the newest value of a key is kept; replaced and removed
 * values are overwritten.
 */
export async function openRecords<T>(bus: Bus, name: string, lifetime?: Lifetime): Promise<Records<T>> {
  const bucket = await openBucket(bus, name, lifetime);
  // Changes of a record in one process wait for each other, so that only replicas conflict.
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
        if (limit.waiting(key) > 0) await randomBackoff(0);
        return changed;
      }),
    put: (key, put) => records.change(key, () => ({ put, outcome: undefined })),
    remove: (key) => records.change(key, (value) => ({ remove: true, outcome: value !== undefined })),
    keys: (filter) => bucket.keys(filter),
  };
  return records;
}

const valueOf = <T>({ text }: BucketEntry): T | undefined => (text === undefined ? undefined : (JSON.parse(text) as T));
