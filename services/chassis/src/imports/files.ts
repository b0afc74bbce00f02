import { jetstream } from "@nats-io/jetstream";
import type { ObjectInfo } from "@nats-io/obj";
import { type ImportId, IMPORTS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { readMessages } from "../bus/messages.ts";
import { type ObjectBucket, openObjectBucket } from "../bus/object-bucket.ts";

/** Identifies an import and its file. */
export interface ImportKey {
  readonly userId: UserId;
  readonly importId: ImportId;
}

/** The key as a name, the same for files, progress and logs. */
export const importName = ({ userId, importId }: ImportKey): string => `${userId}.${importId}`;

/** The key of such a name; undefined when it is not one. */
function importKeyOf(name: string): ImportKey | undefined {
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

/** Milliseconds after which the server drops a file that has no job because the gateway died: 7 days. */
const FILE_TTL_MS = 7 * 24 * 3600 * 1000;

/** Chunks fetched ahead of the reader. */
const CHUNKS_AHEAD = 8;

/** Opens the bucket of imported files in JetStream's object store, creating it if missing. */
export async function openImportFiles(bus: Bus): Promise<ImportFiles> {
  const bucket = await openObjectBucket(bus, IMPORTS, FILE_TTL_MS);
  return {
    put: async (key, octets) => (await bucket.store.put({ name: importName(key) }, webStream(octets))).size,
    open: async (key) => {
      const found = await bucket.find(importName(key));
      return found === undefined ? undefined : octetsOf(bus, bucket, found);
    },
    remove: (key) => removeFile(bucket, importName(key)),
  };
}

async function removeFile(bucket: ObjectBucket, name: string): Promise<void> {
  const file = await bucket.find(name);
  if (file === undefined) return;
  await bucket.remove(file);
  await giveBack(bucket);
}

/**
 * Frees the disk of removed files when there is no other file: by itself the server keeps the block that it writes to, up to
 * 8 MB, as large as it was.
 */
async function giveBack({ jsm, stream, chunks }: ObjectBucket): Promise<void> {
  const { state } = await jsm.streams.info(stream, { subjects_filter: chunks({ nuid: "*" }) });
  // The server reads the subjects after the last sequence, so what is stored meanwhile is either seen or later.
  if (Object.keys(state.subjects ?? {}).length === 0) await jsm.streams.purge(stream, { seq: state.last_seq + 1 });
}

/**
 * The octets of a file. The client's own `get` receives them as fast as the server sends, and buffers in memory what is not
 * consumed yet.
 * @throws Error when the server stops answering before the end
 */
async function* octetsOf(
  bus: Bus,
  { jsm, stream, chunks }: ObjectBucket,
  file: ObjectInfo,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  const messages = readMessages(jetstream(bus.nc), jsm, chunks(file), { stream, batch: CHUNKS_AHEAD });
  for await (const { data } of messages) {
    read += data.length;
    yield data;
  }
  if (read < file.size) throw new Error("an imported file can't be read to its end");
}

/**
 * Erases a user's files that wait to be imported. A running import ends at its next batch, because its worker checks
 * whether the user was erased.
 */
export async function eraseImportFiles(bus: Bus, userId: UserId): Promise<void> {
  const bucket = await openObjectBucket(bus, IMPORTS, FILE_TTL_MS);
  for (const { name } of await bucket.store.list()) {
    if (importKeyOf(name)?.userId === userId) await removeFile(bucket, name);
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
