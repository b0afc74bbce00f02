import { type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { headers } from "@nats-io/transport-node";
import type { Bus } from "./connect.ts";
import { overwriteMessages } from "./overwrite.ts";
import { opening } from "./opening.ts";
import { keepCopies } from "./streams.ts";

/** What stands under a key; a revision of 0 means that nothing ever did, or that nothing of it is left. */
export interface BucketEntry {
  /** The text; undefined when there is none, or when it was removed. */
  readonly text: string | undefined;
  readonly revision: number;
}

/** A key-value bucket of which the disk holds the newest values alone: what was replaced or removed is overwritten. */
export interface Bucket {
  /** Read from the leader: a follower's older word could refuse a code that was mailed a moment ago. */
  get(key: string): Promise<BucketEntry>;
  /**
   * Writes a value, and overwrites those it replaces.
   * @param revision which the key must have; whatever it has where none is given
   * @throws JetStreamApiError `StreamWrongLastSequence` when it has another; nothing is written then
   */
  put(key: string, text: string, revision?: number): Promise<void>;
  /**
   * Removes a key by compare-and-set of what was read, and overwrites all that was under it. Where that was removed
   * already, it completes what a crash has left.
   * @throws as {@link Bucket.put}
   */
  remove(key: string, entry: BucketEntry): Promise<void>;
  /** The keys that stand, in no order, and perhaps some that are being removed; `filter` may have wildcards, as `<userId>.*`. */
  keys(filter: string): Promise<string[]>;
}

/**
 * Revisions that a key may have for a moment. The server drops what is more without overwriting it, so there is room for the
 * newest, for one that each of a few replicas has just replaced, and for one that a crash has left.
 */
const REVISIONS = 8;

/** Seconds for which values wait for {@link eraseExpired} before the server drops them as they are: a week of nobody there. */
const WAIT_SECONDS = 7 * 24 * 3600;

/** For how long values are kept. */
export interface Lifetime {
  /** After a value was written; for ever where none are given. */
  readonly seconds?: number | undefined;
  /** Whether {@link eraseExpired} is called for it: what came to its age is overwritten then, not only dropped. */
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
      // Nothing stood there: nothing is replaced.
      if (expected !== 0) await clear(key, revision);
    },
    remove: async (key, { text, revision }) => {
      // A marker takes the place of the value, so whoever decided by the value loses against it; it is overwritten last,
      // so that no older value is ever the newest again.
      const marker = text === undefined ? revision : await mark(`${prefix}${key}`, revision);
      await clear(key, marker + 1);
    },
    keys: async (filter) => {
      const { state } = await jsm.streams.info(stream, { subjects_filter: `${prefix}${filter}` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    },
  };
}

/** A bucket of an older version has room for one revision of a key alone, and drops what expired at once. */
async function giveRoom(jsm: JetStreamManager, stream: string, ttl: number): Promise<void> {
  const { config } = await jsm.streams.info(stream);
  const maxAge = ttl * 1_000_000;
  if (config.max_msgs_per_subject >= REVISIONS && config.max_age === maxAge) return;
  await jsm.streams.update(stream, { max_msgs_per_subject: REVISIONS, max_age: maxAge });
}
