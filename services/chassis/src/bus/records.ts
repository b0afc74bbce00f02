import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { SatchelError, texts } from "@satchel/contracts";
import { Turns } from "../commands/turns.ts";
import { type BucketEntry, type Lifetime, openBucket } from "./bucket.ts";
import type { Bus } from "./connect.ts";

/**
 * Rounds of read, decide, write on one key. Every lost round is the write of another replica; with even odds nobody loses
 * 20 in a row.
 */
const CHANGE_ROUNDS = 20;

/**
 * Milliseconds over which those spread who change one record: a few times a read and a write. Without it the replica with
 * the longer line would win every round. Who has lost rounds waits less.
 */
const SPREAD_MS = 6;

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
   * @throws {SatchelError} `conflict` after 20 lost rounds
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
  // One process' changes of a record stand in line, so that only replicas contend for it.
  const turns = new Turns<{ outcome: unknown }>();

  async function changeOne<Outcome>(
    key: string,
    decide: (standing: T | undefined) => RecordChange<T, Outcome>,
    inLine: boolean,
  ): Promise<{ outcome: Outcome }> {
    if (inLine) await delay(Math.random() * SPREAD_MS);
    for (let round = 1; round <= CHANGE_ROUNDS; round++) {
      const entry = await bucket.get(key);
      const { put, remove, outcome } = decide(valueOf<T>(entry));
      try {
        if (put !== undefined) await bucket.put(key, JSON.stringify(put), entry.revision);
        else if (remove === true) await bucket.remove(key, entry);
        return { outcome };
      } catch (error) {
        if (!isLostRound(error)) throw error;
      }
      await delay((Math.random() * SPREAD_MS) / round);
    }
    throw new SatchelError("conflict", texts.server.conflict);
  }

  const records: Records<T> = {
    get: async (key) => valueOf<T>(await bucket.get(key)),
    change: async (key, decide) => {
      const { outcome } = await turns.take(key, (before) => changeOne(key, decide, before !== undefined));
      return outcome;
    },
    remove: (key) => records.change(key, (value) => ({ remove: true, outcome: value !== undefined })),
    keys: (filter) => bucket.keys(filter),
  };
  return records;
}

const valueOf = <T>({ text }: BucketEntry): T | undefined => (text === undefined ? undefined : (JSON.parse(text) as T));

const LOST = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);

/** Somebody else changed or removed the record since it was read. */
const isLostRound = (error: unknown): boolean => error instanceof JetStreamApiError && LOST.has(error.code);
