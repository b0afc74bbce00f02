import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { type Bus, Turns } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import { CHANGE_ROUNDS, SPREAD_MS } from "../limits.ts";

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
   * @throws {SatchelError} `conflict` after {@link CHANGE_ROUNDS} lost rounds
   */
  change<Outcome>(key: string, decide: (standing: T | undefined) => RecordChange<T, Outcome>): Promise<Outcome>;
  /** Removes a record, whatever it says. @returns whether there was one */
  remove(key: string): Promise<boolean>;
  /** The keys of the records that stand, in no order; `filter` may have wildcards, as `<userId>.*`. */
  keys(filter: string): Promise<string[]>;
}

/**
 * Opens a bucket, making it where it does not exist. Only the newest value of a key is kept, and that for `seconds` after
 * it was written, or for ever. Reads go to the leader: a follower's older word could refuse a code that was mailed a
 * moment ago. What is removed is overwritten where it lies and leaves no marker behind.
 */
export async function openRecords<T>(bus: Bus, bucket: string, seconds?: number): Promise<Records<T>> {
  const ttl = seconds === undefined ? {} : { ttl: seconds * 1000 };
  const kv = await new Kvm(bus.nc).create(bucket, { history: 1, allow_direct: false, ...ttl });
  const jsm = await jetstreamManager(bus.nc);
  const stream = `KV_${bucket}`;
  const prefix = `$KV.${bucket}.`;
  // One process' changes of a record stand in line, so that only replicas contend for it.
  const turns = new Turns<{ outcome: unknown }>();

  async function changeOne<Outcome>(
    key: string,
    decide: (standing: T | undefined) => RecordChange<T, Outcome>,
    inLine: boolean,
  ): Promise<{ outcome: Outcome }> {
    if (inLine) await delay(Math.random() * SPREAD_MS);
    for (let round = 1; round <= CHANGE_ROUNDS; round++) {
      const { value, revision } = await read<T>(kv, key);
      const { put, remove, outcome } = decide(value);
      try {
        if (put !== undefined) await kv.put(key, JSON.stringify(put), { previousSeq: revision });
        else if (remove === true && value !== undefined) await erase(jsm, stream, revision);
        return { outcome };
      } catch (error) {
        if (!isLostRound(error)) throw error;
      }
      await delay((Math.random() * SPREAD_MS) / round);
    }
    throw new SatchelError("conflict", texts.server.conflict);
  }

  const records: Records<T> = {
    get: async (key) => (await read<T>(kv, key)).value,
    change: async (key, decide) => {
      const { outcome } = await turns.take(key, (before) => changeOne(key, decide, before !== undefined));
      return outcome;
    },
    remove: (key) =>
      records.change(key, (value) => (value === undefined ? { outcome: false } : { remove: true, outcome: true })),
    keys: async (filter) => {
      const { state } = await jsm.streams.info(stream, { subjects_filter: `${prefix}${filter}` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    },
  };
  return records;
}

async function read<T>(kv: KV, key: string): Promise<{ value: T | undefined; revision: number }> {
  const entry = await kv.get(key);
  return { value: entry?.operation === "PUT" ? entry.json<T>() : undefined, revision: entry?.revision ?? 0 };
}

/** Overwrites one message. It names the revision that was read, so it is a compare-and-set as well. */
const erase = (jsm: JetStreamManager, stream: string, revision: number): Promise<boolean> =>
  jsm.streams.deleteMessage(stream, revision, true);

// nats-server's errors.json: JSSequenceNotFoundErrF, and JSStreamMsgDeleteFailedF around "no message found".
const SEQUENCE_NOT_FOUND = 10043;
const DELETE_FAILED = 10057;

const LOST = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
  SEQUENCE_NOT_FOUND,
  DELETE_FAILED,
]);

/** Somebody else changed or removed the record since it was read. */
const isLostRound = (error: unknown): boolean => error instanceof JetStreamApiError && LOST.has(error.code);
