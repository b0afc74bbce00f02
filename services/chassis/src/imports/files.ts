import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { type ImportId, IMPORTS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteObject } from "../bus/overwrite-object.ts";
import { opening } from "../bus/opening.ts";
import { keepCopies } from "../bus/streams.ts";

/** Whose file, and which. */
export interface ImportKey {
  readonly userId: UserId;
  readonly importId: ImportId;
}

/** The key as one token of names: files, progress and logs have it alike. */
export const importName = ({ userId, importId }: ImportKey): string => `${userId}.${importId}`;

/** The key that a name stands for; undefined when it is none. */
export function importKeyOf(name: string): ImportKey | undefined {
  const [userId, importId, ...rest] = name.split(".");
  if (userId === undefined || importId === undefined || rest.length > 0) return undefined;
  return { userId: userId as UserId, importId: importId as ImportId };
}

/** Files that wait to be imported, in chunks of 128 KiB: neither side ever holds a whole one. */
export interface ImportFiles {
  /**
   * Keeps a file and gives its octets.
   * @throws what the source throws; nothing of the file is kept then
   */
  put(key: ImportKey, octets: AsyncIterable<Uint8Array>): Promise<number>;
  /** The octets of a file from its beginning, as fast as they are taken; undefined when it is not there. */
  open(key: ImportKey): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Forgets a file; one that is not there is none. */
  remove(key: ImportKey): Promise<void>;
}

/** Milliseconds after which a file that nobody came for, because the gateway died over it, is dropped: 7 days. */
const FORGOTTEN_MS = 7 * 24 * 3600 * 1000;

/** Chunks fetched ahead of the reader. */
const CHUNKS_AHEAD = 8;
const EXPIRES_MS = 5000;

/** Opens the bucket of imported files in JetStream's object store, making it where it does not exist. */
export async function openImportFiles(bus: Bus): Promise<ImportFiles> {
  const store: ObjectStore = await opening(() =>
    new Objm(bus.nc).create(IMPORTS, { ttl: FORGOTTEN_MS * 1_000_000, replicas: bus.copies }),
  );
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  await keepCopies(jsm, `OBJ_${IMPORTS}`, bus.copies);
  return {
    put: async (key, octets) => (await store.put({ name: importName(key) }, webStream(octets))).size,
    open: async (key) => {
      const info = await store.info(importName(key));
      return info === null || info.deleted ? undefined : chunksOf(bus, info);
    },
    remove: async (key) => {
      const found = await store.info(importName(key));
      if (found === null || found.deleted) return;
      // First: the store itself would only purge them, and their octets would stay on disk.
      await overwriteObject(bus, IMPORTS, found);
      await store.delete(importName(key));
    },
  };
}

/**
 * The chunks of an object (NATS ADR-20: the messages on `$O.<bucket>.C.<nuid>`). The client's own `get` takes all of
 * them as fast as the server sends, and keeps in memory what is not read yet.
 * @throws Error when the server stops answering before the end
 */
async function* chunksOf(
  bus: Bus,
  { nuid, size }: { readonly nuid: string; readonly size: number },
): AsyncGenerator<Uint8Array> {
  const consumer = await jetstream(bus.nc).consumers.get(`OBJ_${IMPORTS}`, {
    filter_subjects: `$O.${IMPORTS}.C.${nuid}`,
    deliver_policy: DeliverPolicy.All,
  });
  try {
    for (let read = 0; read < size; ) {
      const before = read;
      for await (const { data } of await consumer.fetch({ max_messages: CHUNKS_AHEAD, expires: EXPIRES_MS })) {
        read += data.length;
        yield data;
        if (read >= size) break;
      }
      if (read === before) throw new Error("an imported file can't be read to its end");
    }
  } finally {
    await consumer.delete().catch(() => false);
  }
}

/** A stream that takes the next piece when it is asked for one. */
function webStream(octets: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = octets[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
