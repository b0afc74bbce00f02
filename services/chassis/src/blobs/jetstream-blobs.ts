import { setTimeout as delay } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import type { ObjectInfo } from "@nats-io/obj";
import type { Bus } from "../bus/connect.ts";
import { readMessages } from "../bus/messages.ts";
import { openObjectBucket } from "../bus/object-bucket.ts";
import type { BlobStore } from "./blob-store.ts";

/** Attempts to read an object whose octets are missing, and milliseconds between two: it was stored again meanwhile. */
const READ_ATTEMPTS = 5;
const READ_RETRY_MS = 50;

/**
 * A bucket of JetStream's object store, created if missing. What is removed is overwritten on disk.
 * @param ttlMs milliseconds after which the server drops an object; 0: never
 */
export async function openJetStreamBlobs(bus: Bus, name: string, ttlMs = 0): Promise<BlobStore> {
  const bucket = await openObjectBucket(bus, name, ttlMs);
  const remove = async (object: string): Promise<void> => {
    const found = await bucket.find(object);
    if (found !== undefined) await bucket.remove(found);
  };
  return {
    put: async (object, bytes) => {
      await bucket.store.putBlob({ name: object }, bytes);
    },
    get: async (object) => {
      for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
        const info = await bucket.find(object);
        if (info === undefined) return undefined;
        const bytes = await bucket.read(info);
        if (bytes !== undefined) return bytes;
        await delay(READ_RETRY_MS);
      }
      return undefined;
    },
    list: async function* (prefix) {
      // The client's own list holds all of it in memory. The names are in the messages alone, encoded in the subjects.
      const about = `$O.${name}.M.>`;
      for await (const message of readMessages(jetstream(bus.nc), bucket.jsm, about, { stream: bucket.stream })) {
        const { name: object, size, mtime, deleted } = message.json<ObjectInfo>();
        if (!deleted && object.startsWith(prefix)) {
          yield { name: object, bytes: size, storedAt: Date.parse(mtime) };
        }
      }
    },
    remove,
  };
}
