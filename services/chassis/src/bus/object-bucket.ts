import { createHash } from "node:crypto";
import { type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type ObjectInfo, type ObjectStore, Objm } from "@nats-io/obj";
import type { Bus } from "./connect.ts";
import { readMessages } from "./messages.ts";
import { overwriteMessage } from "./overwrite.ts";
import { retryOpen } from "./retry-open.ts";
import { keepCopies } from "./streams.ts";

/** A bucket of JetStream's object store (NATS ADR-20). */
export interface ObjectBucket {
  readonly store: ObjectStore;
  readonly jsm: JetStreamManager;
  /** The stream of the bucket. */
  readonly stream: string;
  /** The subject of an object's chunks, one message each. */
  readonly chunks: (object: Pick<ObjectInfo, "nuid">) => string;
  /** An object by its name; undefined when there is none, or when it was removed. */
  find(name: string): Promise<ObjectInfo | undefined>;
  /**
   * The octets of an object; undefined when they are missing, because it was stored again or removed since its metadata
   * was read. The client's own `get` would wait for them without end.
   */
  read(object: ObjectInfo): Promise<Buffer | undefined>;
  /**
   * Removes an object and overwrites its octets on disk, without downloading them: the store itself would only purge them.
   */
  remove(object: ObjectInfo): Promise<void>;
}

/** The first characters of an object's digest. */
const DIGEST = "SHA-256=";

/** Opens a bucket, creating it if missing. @param ttlMs milliseconds after which the server drops an object; 0: never */
export async function openObjectBucket(bus: Bus, bucket: string, ttlMs = 0): Promise<ObjectBucket> {
  const options = { ttl: ttlMs * 1_000_000, replicas: bus.copies };
  const store = await retryOpen(() => new Objm(bus.nc).create(bucket, options));
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  const stream = `OBJ_${bucket}`;
  await keepCopies(jsm, stream, bus.copies);
  const chunks = ({ nuid }: Pick<ObjectInfo, "nuid">): string => `$O.${bucket}.C.${nuid}`;
  return {
    store,
    jsm,
    stream,
    chunks,
    find: async (name) => {
      const info = await store.info(name);
      return info === null || info.deleted ? undefined : info;
    },
    read: async (object) => {
      const octets: Uint8Array[] = [];
      for (let seq = 1; octets.length < object.chunks; ) {
        const chunk = await jsm.direct.getMessage(stream, { seq, next_by_subj: chunks(object) });
        if (chunk === null) return undefined;
        octets.push(chunk.data);
        seq = chunk.seq + 1;
      }
      const bytes = Buffer.concat(octets);
      const expected = Buffer.from(object.digest.slice(DIGEST.length), "base64url");
      // It may have been overwritten meanwhile, because it is being removed.
      return createHash("sha256").update(bytes).digest().equals(expected) ? bytes : undefined;
    },
    remove: async (object) => {
      const sequences: number[] = [];
      const messages = readMessages(jetstream(bus.nc), jsm, chunks(object), { stream, headersOnly: true });
      for await (const { seq } of messages) sequences.push(seq);
      for (const sequence of sequences) await overwriteMessage(jsm, stream, sequence);
      await store.delete(object.name);
    },
  };
}
