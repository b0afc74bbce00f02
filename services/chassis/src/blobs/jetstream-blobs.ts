import type { Bus } from "../bus/connect.ts";
import { openObjectBucket } from "../bus/object-bucket.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * Octets of a message, four times the client's default: each message is stored, read and overwritten by itself, with a sync
 * to disk. Below the 1 MiB that a message may have.
 */
const CHUNK_BYTES = 512 * 1024;

/**
 * A bucket of JetStream's object store, created if missing. What is removed is overwritten on disk.
 * @param ttlMs milliseconds after which the server drops an object; 0: never
 */
export async function openJetStreamBlobs(bus: Bus, bucketName: string, ttlMs = 0): Promise<BlobStore> {
  const bucket = await openObjectBucket(bus, bucketName, ttlMs);
  return {
    put: async (name, bytes) => {
      await bucket.store.putBlob({ name, options: { max_chunk_size: CHUNK_BYTES } }, bytes);
    },
    get: async (name) => (await bucket.get(name))?.bytes,
    list: async function* (prefix) {
      for await (const { name, size, mtime } of bucket.list()) {
        if (name.startsWith(prefix)) yield { name, bytes: size, storedAt: Date.parse(mtime) };
      }
    },
    remove: async (name) => {
      const found = await bucket.find(name);
      if (found !== undefined) await bucket.remove(found);
    },
    sweep: (before) => bucket.sweep(before),
  };
}
