import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type ObjectInfo, type ObjectStore, Objm, setSha256Backend } from "@nats-io/obj";
import type { Bus } from "./connect.ts";
import { messageFrom, readMessages, storedMessages } from "./messages.ts";
import { overwriteMessage, overwriteMessages } from "./overwrite.ts";
import { retryOpen } from "./retry-open.ts";
import { keepCopies } from "./streams.ts";

/** A bucket of JetStream's object store (NATS ADR-20). */
export interface ObjectBucket {
  readonly store: ObjectStore;
  /** An object by its name; undefined when there is none, or when it was removed. */
  find(name: string): Promise<ObjectInfo | undefined>;
  /**
   * An object with its octets; undefined when there is none, or when they are missing. The client's own `get` would wait for
   * missing ones without end.
   */
  get(name: string): Promise<{ readonly info: ObjectInfo; readonly bytes: Buffer } | undefined>;
  /**
   * The octets of an object from its beginning, fetched as they are consumed. The client's own `get` receives them as fast
   * as the server sends, and buffers in memory what is not consumed yet.
   * @throws Error when the server stops answering before the end
   */
  pieces(object: ObjectInfo): AsyncIterable<Uint8Array>;
  /**
   * The objects that are stored when the reading begins, the one that was stored first as the first. The client's own list
   * holds all of them in memory.
   * @throws when the server stops answering before the end
   */
  list(): AsyncIterable<ObjectInfo>;
  /** As `list`, each with a call of its own: for few objects, which others remove meanwhile. `list` waits 5 s for these. */
  listSingly(): AsyncIterable<ObjectInfo>;
  /**
   * Removes an object, and overwrites its octets and its metadata on disk: the store itself would only purge the octets, and
   * store a marker for each removed object. One that was stored again meanwhile stays.
   */
  remove(object: ObjectInfo): Promise<void>;
  /**
   * Removes the octets of objects that never became whole, because their writer was killed before it stored their metadata.
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

/** Chunks of 128 KiB that are fetched ahead of a reader of {@link ObjectBucket.pieces}. */
const CHUNKS_AHEAD = 8;

// The client's own digest is written in JavaScript, and takes 10 ms for 1 MB.
setSha256Backend("native");

/** Opens a bucket, creating it if missing. @param ttlMs milliseconds after which the server drops an object; 0: never */
export async function openObjectBucket(bus: Bus, bucket: string, ttlMs = 0): Promise<ObjectBucket> {
  const { js, jsm } = bus;
  const options = { ttl: ttlMs * 1_000_000, replicas: bus.copies };
  const store = await retryOpen(() => new Objm(js).create(bucket, options));
  const stream = `OBJ_${bucket}`;
  await keepCopies(bus, stream);
  // One message with the metadata of each object, and one for each chunk of its octets.
  const abouts = `$O.${bucket}.M.>`;
  const chunksOf = ({ nuid }: Pick<ObjectInfo, "nuid">): string => `$O.${bucket}.C.${nuid}`;

  const find = async (name: string): Promise<ObjectInfo | undefined> => {
    const info = await store.info(name);
    return info === null || info.deleted ? undefined : info;
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
      const info = message.json<ObjectInfo>();
      if (!info.deleted) yield { ...info, revision: message.seq };
    }
  };

  const listSingly = async function* (): AsyncGenerator<ObjectInfo> {
    for (let seq = 1; ; seq++) {
      const message = await messageFrom(jsm, seq, abouts, stream);
      if (message === undefined) return;
      seq = message.seq;
      const info = message.json<ObjectInfo>();
      if (!info.deleted) yield { ...info, revision: seq };
    }
  };

  const stored = storedMessages(bus);
  const overwriteChunks = async (object: ObjectInfo): Promise<void> => {
    for (let left = object.chunks, seq = 1; left > 0; left--) {
      const query = { seq, next_by_subj: chunksOf(object) };
      const chunk = await stored.getMessage(stream, query);
      if (chunk === null) return;
      await overwriteMessage(jsm, stream, chunk.seq);
      seq = chunk.seq + 1;
    }
  };

  return {
    store,
    find,
    list,
    listSingly,
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
