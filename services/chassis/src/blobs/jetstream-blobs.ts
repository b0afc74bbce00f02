import type { Bus } from "../bus/connect.ts";
import { openObjectBucket } from "../bus/object-bucket.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * A bucket of JetStream's object store, created if missing. What is removed is overwritten on disk.
 * @param ttlMs milliseconds after which the server drops an object; 0: never
 */
export async function openJetStreamBlobs(bus: Bus, bucketName: string, ttlMs = 0): Promise<BlobStore> {
  const bucket = await openObjectBucket(bus, bucketName, ttlMs);
  return {
    put: async (name, bytes) => {
      await bucket.put({ name }, [bytes]);
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
