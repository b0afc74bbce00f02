import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { DiscardPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import type { Bus } from "./connect.ts";
import { readMessages } from "./messages.ts";
import { overwriteMessage, overwriteMessages } from "./overwrite.ts";
import { ensureStream } from "./streams.ts";

/** What is told of an object when it is stored. */
interface ObjectAbout {
  readonly name: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** What is known of a stored object. */
interface StoredAbout extends ObjectAbout {
  /** Names the subject of its octets: each time it is stored, another one. */
  readonly nuid: string;
  /** In octets. */
  readonly size: number;
  /** How many messages its octets are in. */
  readonly chunks: number;
  /** When it was stored, as ISO 8601. */
  readonly mtime: string;
  /** `SHA-256=` and the hash in base64. */
  readonly digest: string;
  /** A marker that other clients store in the place of a removed object. */
  readonly deleted?: boolean;
}

/** A stored object, and the sequence of the message that says so. */
export interface ObjectInfo extends StoredAbout {
  readonly revision: number;
}

/**
 * A bucket of JetStream's object store (NATS ADR-20). Written here and not by the client's library, which looks an object up
 * before it stores it.
 */
export interface ObjectBucket {
  /**
   * Stores an object; one of that name is replaced, and its octets stay until {@link sweep}.
   * @returns its size in octets
   * @throws the source's error; nothing of the object is stored then
   */
  put(about: ObjectAbout, octets: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>;
  /** An object by its name; undefined when there is none, or when it was removed. */
  find(name: string): Promise<ObjectInfo | undefined>;
  /**
   * An object with its octets; undefined when there is none, or when they are missing. The client's own `get` would wait for
   * missing ones without end.
   */
  get(name: string): Promise<{ readonly info: ObjectInfo; readonly bytes: Buffer } | undefined>;
  /**
   * The octets of an object from its beginning, fetched as they are consumed. The client's own `get` receives them as fast as
   * the server sends, and buffers in memory what is not consumed yet.
   * @throws Error when the server stops answering before the end
   */
  pieces(object: ObjectInfo): AsyncIterable<Uint8Array>;
  /**
   * The objects that are stored when the reading begins, the one that was stored first as the first. The client's own list
   * holds all of them in memory.
   * @throws when the server stops answering before the end
   */
  list(): AsyncIterable<ObjectInfo>;
  /**
   * Removes an object, and overwrites its octets and its metadata on disk: the store itself would only purge the octets, and
   * store a marker for each removed object. One that was stored again meanwhile stays.
   */
  remove(object: ObjectInfo): Promise<void>;
  /**
   * Removes the octets of objects that never became whole, because their writer was killed before it stored their metadata,
   * and of those that were replaced.
   * @param before milliseconds since 1970: later ones may be of an object that is being stored
   */
  sweep(before: number): Promise<void>;
}

/** The first characters of an object's digest. */
const DIGEST = "SHA-256=";

/**
 * Attempts to read an object whose octets are missing, and milliseconds between two attempts. They are missing when it was
 * stored again since its metadata was read, when it is being removed, or on a server that lags.
 */
const READ_ATTEMPTS = 5;
const READ_RETRY_MS = 50;

/**
 * Octets of a chunk, four times what clients write by default: each is stored, read and overwritten by itself, with a sync to
 * disk. Below the 1 MiB that a message may have.
 */
const CHUNK_BYTES = 512 * 1024;

/** Chunks that are fetched ahead of a reader of {@link ObjectBucket.pieces}. */
const CHUNKS_AHEAD = 2;

/** Base64 for subjects and digests (RFC 4648 section 5), with its padding, as the format has it. */
const base64url = (octets: Buffer): string => octets.toString("base64").replaceAll("+", "-").replaceAll("/", "_");

/** Opens a bucket, creating it if missing. @param ttlMs milliseconds after which the server drops an object; 0: never */
export async function openObjectBucket(bus: Bus, bucket: string, ttlMs = 0): Promise<ObjectBucket> {
  const js = jetstream(bus.nc);
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  const stream = `OBJ_${bucket}`;
  // One message with the metadata of each object, and one for each chunk of its octets.
  const abouts = `$O.${bucket}.M.>`;
  const aboutOf = (name: string): string => `$O.${bucket}.M.${base64url(Buffer.from(name))}`;
  const chunksOf = ({ nuid }: Pick<StoredAbout, "nuid">): string => `$O.${bucket}.C.${nuid}`;
  const config = {
    name: stream,
    subjects: [`$O.${bucket}.C.>`, abouts],
    max_age: ttlMs * 1_000_000,
    discard: DiscardPolicy.New,
    allow_direct: true,
    allow_rollup_hdrs: true,
  };
  await ensureStream(jsm, config, bus.copies);
  // The only copy is read by direct get, without JSON and Base64 (stored-messages.ts).
  const single = bus.copies === 1 ? jsm.direct : jsm.streams;

  const infoOf = (message: { readonly seq: number; json<T>(): T }): ObjectInfo | undefined => {
    const about = message.json<StoredAbout>();
    return about.deleted === true ? undefined : { ...about, revision: message.seq };
  };

  const find = async (name: string): Promise<ObjectInfo | undefined> => {
    const message = await single.getMessage(stream, { last_by_subj: aboutOf(name) });
    return message === null ? undefined : infoOf(message);
  };

  const put = async (about: ObjectAbout, octets: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> => {
    const subject = chunksOf({ nuid: randomBytes(16).toString("base64url") });
    const hash = createHash("sha256");
    let [size, chunks] = [0, 0];
    try {
      for await (const chunk of inChunks(octets)) {
        hash.update(chunk);
        size += chunk.length;
        chunks++;
        await js.publish(subject, chunk);
      }
    } catch (error) {
      await overwriteMessages(jsm, stream, subject);
      throw error;
    }
    const stored = {
      ...about,
      options: { max_chunk_size: CHUNK_BYTES },
      bucket,
      nuid: subject.slice(chunksOf({ nuid: "" }).length),
      size,
      chunks,
      mtime: new Date().toISOString(),
      digest: DIGEST + base64url(hash.digest()),
      deleted: false,
    } satisfies StoredAbout & Record<string, unknown>;
    const replacing = headers();
    replacing.set("Nats-Rollup", "sub");
    await js.publish(aboutOf(about.name), JSON.stringify(stored), { headers: replacing });
    return size;
  };

  const read = async (object: ObjectInfo): Promise<Buffer | undefined> => {
    const octets: Uint8Array[] = [];
    for (let seq = 1; octets.length < object.chunks; ) {
      const chunk = await jsm.direct.getMessage(stream, { seq, next_by_subj: chunksOf(object) });
      if (chunk === null) return undefined;
      octets.push(chunk.data);
      seq = chunk.seq + 1;
    }
    const bytes = Buffer.concat(octets);
    const expected = Buffer.from(object.digest.slice(DIGEST.length), "base64url");
    // It may have been overwritten meanwhile, because it is being removed.
    return createHash("sha256").update(bytes).digest().equals(expected) ? bytes : undefined;
  };

  const list = async function* (): AsyncGenerator<ObjectInfo> {
    for await (const message of readMessages(js, jsm, abouts, { stream })) {
      const info = infoOf(message);
      if (info !== undefined) yield info;
    }
  };

  const overwriteChunks = async (object: ObjectInfo): Promise<void> => {
    for (let left = object.chunks, seq = 1; left > 0; left--) {
      const query = { seq, next_by_subj: chunksOf(object) };
      const chunk = await single.getMessage(stream, query);
      if (chunk === null) return;
      await overwriteMessage(jsm, stream, chunk.seq);
      seq = chunk.seq + 1;
    }
  };

  return {
    put,
    find,
    list,
    get: async (name) => {
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
        const info = await find(name);
        if (info === undefined) return undefined;
        const bytes = await read(info);
        if (bytes !== undefined) return { info, bytes };
        await delay(READ_RETRY_MS);
      }
      return undefined;
    },
    pieces: async function* (object) {
      let length = 0;
      for await (const { data } of readMessages(js, jsm, chunksOf(object), { stream, batch: CHUNKS_AHEAD })) {
        length += data.length;
        yield data;
      }
      if (length < object.size) throw new Error("an object can't be read to its end");
    },
    remove: async (object) => {
      await overwriteChunks(object);
      await overwriteMessage(jsm, stream, object.revision);
    },
    sweep: async (before) => {
      const { state } = await jsm.streams.info(stream, { subjects_filter: `$O.${bucket}.C.*` });
      const unnamed = new Set(Object.keys(state.subjects ?? {}));
      for await (const info of list()) unnamed.delete(chunksOf(info));
      for (const subject of unnamed) {
        const last = await jsm.streams.getMessage(stream, { last_by_subj: subject });
        if (last !== null && last.time.getTime() < before) await overwriteMessages(jsm, stream, subject);
      }
    },
  };
}

/** The same octets in chunks of {@link CHUNK_BYTES}, the last one shorter. */
async function* inChunks(octets: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of octets) {
    let rest = piece;
    while (length + rest.length >= CHUNK_BYTES) {
      const end = CHUNK_BYTES - length;
      yield Buffer.concat([...held, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      held = [];
      length = 0;
    }
    if (rest.length > 0) {
      held.push(rest);
      length += rest.length;
    }
  }
  if (length > 0) yield Buffer.concat(held);
}
