import { DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type ObjectStore, Objm } from "@nats-io/obj";
import { type ImportId, IMPORTS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteObject } from "../bus/overwrite-object.ts";
import { opening } from "../bus/opening.ts";
import { keepCopies } from "../bus/streams.ts";

/** Identifies an import and its file. */
export interface ImportKey {
  readonly userId: UserId;
  readonly importId: ImportId;
}

/** The key as a name, the same for files, progress and logs. */
export const importName = ({ userId, importId }: ImportKey): string => `${userId}.${importId}`;

/** The key of such a name; undefined when it is not one. */
export function importKeyOf(name: string): ImportKey | undefined {
  const [userId, importId, ...rest] = name.split(".");
  if (userId === undefined || importId === undefined || rest.length > 0) return undefined;
  return { userId: userId as UserId, importId: importId as ImportId };
}

/** Files to be imported, in chunks of 128 KiB: no process holds a whole file in memory. */
export interface ImportFiles {
  /**
   * Stores a file.
   * @returns its size in octets
   * @throws the source's error; nothing of the file is stored then
   */
  put(key: ImportKey, octets: AsyncIterable<Uint8Array>): Promise<number>;
  /** The octets of a file from its beginning, fetched as they are consumed; undefined when there is none. */
  open(key: ImportKey): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Removes a file, also from disk; does nothing when there is none. */
  remove(key: ImportKey): Promise<void>;
}

/** Milliseconds after which the server drops a file without a job, because the gateway died in between: 7 days. */
const FILE_TTL_MS = 7 * 24 * 3600 * 1000;

/** Chunks fetched ahead of the reader. */
const CHUNKS_AHEAD = 8;
const EXPIRES_MS = 5000;

/** Opens the bucket of imported files in JetStream's object store, creating it if missing. */
export async function openImportFiles(bus: Bus): Promise<ImportFiles> {
  const store: ObjectStore = await opening(() =>
    new Objm(bus.nc).create(IMPORTS, { ttl: FILE_TTL_MS * 1_000_000, replicas: bus.copies }),
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
 * The chunks of an object (NATS ADR-20: the messages on `$O.<bucket>.C.<nuid>`). The client's own `get` receives them as
 * fast as the server sends, and buffers in memory what is not consumed yet.
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

/** A stream that pulls the next chunk when it is read. */
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
