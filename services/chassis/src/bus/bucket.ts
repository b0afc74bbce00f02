import { type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { headers } from "@nats-io/transport-node";
import type { Bus } from "./connect.ts";
import { overwriteMessages } from "./overwrite.ts";
import { opening } from "./opening.ts";
import { keepCopies } from "./streams.ts";

/** The value of a key; a revision of 0 means that there is nothing, not even a marker. */
export interface BucketEntry {
  /** The text; undefined when there is none, or when it was removed. */
  readonly text: string | undefined;
  readonly revision: number;
}

/** A key-value bucket of which the disk holds the newest values alone: replaced and removed values are overwritten. */
export interface Bucket {
  /** Read from the leader: a lagging follower could refuse a code that was just mailed. */
  get(key: string): Promise<BucketEntry>;
  /**
   * Writes a value, and overwrites those it replaces.
   * @param revision that the key must have; any where none is given
   * @throws JetStreamApiError `StreamWrongLastSequence` when it has another; nothing is written then
   */
  put(key: string, text: string, revision?: number): Promise<void>;
  /**
   * Removes a key by compare-and-set of the entry, and overwrites all its values. Where it was removed already, it
   * completes what a crash left.
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
 * Revisions of a key. The server drops more than these without overwriting them, so there is room for the newest, for
 * one that each of a few replicas has just replaced, and for one that a crash left.
 */
const REVISIONS = 8;

/**
 * Seconds for which values wait for {@link eraseExpired} before the server drops them as they are: a week without a
 * running process.
 */
const WAIT_SECONDS = 7 * 24 * 3600;

/** The life of values. */
export interface Lifetime {
  /** After a value was written; no limit where none are given. */
  readonly seconds?: number | undefined;
  /** Whether {@link eraseExpired} is called for it: expired values are overwritten then, not only dropped. */
  readonly erased?: boolean | undefined;
}

/** Opens a bucket, making it where it does not exist, and giving one of an older version room to overwrite. */
export async function openBucket(bus: Bus, name: string, { seconds, erased = false }: Lifetime = {}): Promise<Bucket> {
  const ttl = seconds === undefined ? 0 : (seconds + (erased ? WAIT_SECONDS : 0)) * 1000;
  const options = { history: REVISIONS, allow_direct: false, ttl, replicas: bus.copies };
  const kv = await opening(() => new Kvm(bus.nc).create(name, options));
  const js = jetstream(bus.nc);
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  const stream = `KV_${name}`;
  const prefix = `$KV.${name}.`;
  await opening(() => giveRoom(jsm, stream, ttl));
  await keepCopies(jsm, stream, bus.copies);

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
      // There was nothing to replace.
      if (expected !== 0) await clear(key, revision);
    },
    remove: async (key, { text, revision }) => {
      // A marker takes the place of the value, so a decision by the old value loses; it is overwritten last, so that no
      // older value is ever the newest again.
      const marker = text === undefined ? revision : await mark(`${prefix}${key}`, revision);
      await clear(key, marker + 1);
    },
    keys: async (filter) => {
      const { state } = await jsm.streams.info(stream, { subjects_filter: `${prefix}${filter}` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    },
  };
}

/** A bucket of an older version has one revision for each key, and drops expired values at once. */
async function giveRoom(jsm: JetStreamManager, stream: string, ttl: number): Promise<void> {
  const { config } = await jsm.streams.info(stream);
  const maxAge = ttl * 1_000_000;
  if (config.max_msgs_per_subject >= REVISIONS && config.max_age === maxAge) return;
  await jsm.streams.update(stream, { max_msgs_per_subject: REVISIONS, max_age: maxAge });
}
