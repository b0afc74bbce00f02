import { createHmac, randomBytes } from "node:crypto";
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  StorageType,
} from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { type Bus, findStream, keepCopies, type Logger, opening } from "@satchel/chassis";

export type MemoryStreamOptions = {
  /** Name of the stream. */
  name: string;
  /** First token of its subjects. */
  prefix: string;
  /** Milliseconds for which a message is kept. */
  ageMs: number;
  /** Octets of all messages; the oldest make room. */
  bytes: number;
};

/** What workers share for a while: one message under each name, in the memory of the bus and never on a disk. */
export type MemoryStream = {
  /** Tries to be the first who writes under a name. @returns the sequence; undefined when something stands there */
  claim(name: string, data: Uint8Array): Promise<number | undefined>;
  /** Writes in the place of what was written with this sequence. @returns false when that is gone or was replaced */
  replace(name: string, sequence: number, data: Uint8Array): Promise<boolean>;
  read(name: string): Promise<{ sequence: number; time: Date; data: Uint8Array } | undefined>;
  remove(sequence: number): Promise<void>;
  /** A token that stands for a text: its HMAC under the installation's key for this. */
  tokenOf(text: string): string;
};

/** The bucket with the one key that all workers make tokens with, and where it lies there. */
const KEYS = "fetching";
const KEY = "token-key";

/** Milliseconds for one answer of the bus: whoever waits has a page to fetch. */
const ANSWER_MS = 2000;

const LOST = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);

/**
 * Opens such a stream. A restarted server has forgotten it: then it is made again with the next use. Where it can't be
 * made, because the server gives no memory, the service starts all the same, and each use fails.
 */
export async function openMemoryStream(bus: Bus, logger: Logger, options: MemoryStreamOptions): Promise<MemoryStream> {
  const { name, prefix } = options;
  const js = jetstream(bus.nc, { timeout: ANSWER_MS });
  const jsm = await jetstreamManager(bus.nc, { timeout: ANSWER_MS, checkAPI: false });
  const key = await opening(() => tokenKey(js, jsm, bus.copies));
  await ensureMemory(jsm, options, bus.copies).catch((err: unknown) =>
    logger.error({ err, stream: name }, "nothing can be shared"),
  );

  /** Does something, and once more with a new stream if there is none any more. */
  async function withStream<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code !== JetStreamApiCodes.StreamNotFound) throw error;
      await ensureMemory(jsm, options, bus.copies);
      return act();
    }
  }

  const publish = (subject: string, data: Uint8Array, last: number) =>
    withStream(() => publishExpecting(js, subject, data, last));

  return {
    claim: (token, data) => publish(`${prefix}.${token}`, data, 0),
    replace: async (token, sequence, data) => (await publish(`${prefix}.${token}`, data, sequence)) !== undefined,
    read: async (token) => {
      const found = await withStream(() => jsm.streams.getMessage(name, { last_by_subj: `${prefix}.${token}` }));
      return found === null ? undefined : { sequence: found.seq, time: found.time, data: found.data };
    },
    remove: async (sequence) => {
      await jsm.streams.deleteMessage(name, sequence, false);
    },
    tokenOf: (text) => createHmac("sha256", key).update(text).digest("hex"),
  };
}

async function publishExpecting(
  js: JetStreamClient,
  subject: string,
  data: Uint8Array,
  lastSubjectSequence: number,
): Promise<number | undefined> {
  try {
    return (await js.publish(subject, data, { expect: { lastSubjectSequence }, timeout: ANSWER_MS })).seq;
  } catch (error) {
    if (error instanceof JetStreamApiError && LOST.has(error.code)) return undefined;
    throw error;
  }
}

/** Kept apart from the streams: those that were forgotten and made again would have another one for each worker. */
async function tokenKey(js: JetStreamClient, jsm: JetStreamManager, copies: number): Promise<string> {
  // Read from the leader: a follower may not have what another worker has just made.
  const kv = await new Kvm(js).create(KEYS, { history: 1, replicas: copies, allow_direct: false });
  await keepCopies(jsm, `KV_${KEYS}`, copies);
  try {
    await kv.create(KEY, randomBytes(32).toString("hex"));
  } catch (error) {
    if (!(error instanceof JetStreamApiError && LOST.has(error.code))) throw error;
  }
  const made = await kv.get(KEY);
  if (made === null) throw new Error(`The bucket ${KEYS} has no key`);
  return made.string();
}

/** Makes the stream, or leaves the one that stands as it is. */
async function ensureMemory(jsm: JetStreamManager, options: MemoryStreamOptions, copies: number): Promise<void> {
  const { name, prefix, ageMs, bytes } = options;
  // Asked first: the server would count the memory of the one that stands twice, and may then refuse to look further.
  if ((await findStream(jsm, name)) !== undefined) return;
  const stream = {
    name,
    subjects: [`${prefix}.>`],
    storage: StorageType.Memory,
    discard: DiscardPolicy.Old,
    max_msgs_per_subject: 1,
    max_age: ageMs * 1_000_000,
    max_bytes: bytes,
    duplicate_window: 1_000_000_000,
    // No sequence of a stream that was forgotten is one of its successor's: who held it removes nothing of another's.
    first_seq: Date.now() * 1000,
    num_replicas: copies,
  };
  try {
    await jsm.streams.add(stream);
  } catch (error) {
    // Another worker has made it in between.
    if ((await findStream(jsm, name)) === undefined) throw error;
  }
}
