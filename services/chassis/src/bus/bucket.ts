import { headers } from "@nats-io/transport-node";
import type { Bus } from "./connect.ts";
import { overwriteMessages } from "./overwrite.ts";
import { openKv } from "./streams.ts";

/** The value of a key; its revision is 0 when the key has neither a value nor a marker of a removal. */
export interface BucketEntry {
  /** Undefined when there is no value, or when it was removed. */
  readonly text: string | undefined;
  readonly revision: number;
}

/** A key-value bucket that keeps only the newest values on disk: replaced and removed values are overwritten. */
interface Bucket {
  /** Reads from the leader: a lagging replica could refuse a code that was just mailed. */
  get(key: string): Promise<BucketEntry>;
  /**
   * Writes a value, and overwrites those it replaces.
   * @param revision the revision that the key must have; default any
   * @throws JetStreamApiError `StreamWrongLastSequence` when it has another one; then nothing is written
   */
  put(key: string, text: string, revision?: number): Promise<void>;
  /**
   * Removes a key by compare-and-set of the entry, and overwrites all its values. For a key that was removed already, it
   * completes a removal that a crash interrupted.
   * @throws as {@link Bucket.put}
   */
  remove(key: string, entry: BucketEntry): Promise<void>;
  /**
   * The existing keys, in no order, and perhaps some that are being removed; `filter` may have wildcards, as
   * `<userId>.*`.
   */
  keys(filter: string): Promise<string[]>;
}

/**
 * Revisions of a key that the server keeps. It drops older ones without overwriting them. So there is room for the newest
 * one, for those that a few replicas have just replaced, and for one that a crash left.
 */
const REVISIONS = 8;

/**
 * Seconds for which expired values wait for {@link eraseExpired} before the server drops them without overwriting them: no
 * process may run for a week.
 */
const WAIT_SECONDS = 7 * 24 * 3600;

/** The lifetime of values. */
export interface Lifetime {
  /** Seconds after a value was written; default no limit. */
  readonly seconds?: number | undefined;
  /** Whether {@link eraseExpired} is called for the bucket, so that expired values are overwritten and not only dropped. */
  readonly erased?: boolean | undefined;
}

/** Opens a bucket, creating it if missing. */
export async function openBucket(bus: Bus, name: string, { seconds, erased = false }: Lifetime = {}): Promise<Bucket> {
  const ttl = seconds === undefined ? 0 : (seconds + (erased ? WAIT_SECONDS : 0)) * 1000;
  const kv = await openKv(bus, name, { history: REVISIONS, allow_direct: false, ttl });
  const { js, jsm } = bus;
  const stream = `KV_${name}`;
  const prefix = `$KV.${name}.`;

  const clear = async (key: string, before: number): Promise<void> => {
    await overwriteMessages(jsm, stream, `${prefix}${key}`, before);
  };

  const mark = async (subject: string, revision: number): Promise<number> => {
    const removed = headers();
    removed.set("KV-Operation", "DEL");
    return (await js.publish(subject, "", { headers: removed, expect: { lastSubjectSequence: revision } })).seq;
  };

  return {
    get: async (key) => {
      const entry = await kv.get(key);
      return { text: entry?.operation === "PUT" ? entry.string() : undefined, revision: entry?.revision ?? 0 };
    },
    put: async (key, text, expected) => {
      const revision = await kv.put(key, text, expected === undefined ? {} : { previousSeq: expected });
      if (expected !== 0) await clear(key, revision);
    },
    remove: async (key, { text, revision }) => {
      // A marker replaces the value, so a writer that has read the old value loses the race. The marker is overwritten last,
      // so that no older value becomes the newest one.
      const marker = text === undefined ? revision : await mark(`${prefix}${key}`, revision);
      await clear(key, marker + 1);
    },
    keys: async (filter) => {
      const { state } = await jsm.streams.info(stream, { subjects_filter: `${prefix}${filter}` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    },
  };
}
