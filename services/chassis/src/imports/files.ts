import { type ImportId, IMPORTS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
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

/** Opens the bucket of imported files in JetStream's object store, creating it if missing. */
export async function openImportFiles(bus: Bus): Promise<ImportFiles> {
  const bucket = await openObjectBucket(bus, IMPORTS, FILE_TTL_MS);
  return {
    put: async (key, octets) => (await bucket.store.put({ name: importName(key) }, ReadableStream.from(octets))).size,
    open: async (key) => {
      const found = await bucket.find(importName(key));
      return found && bucket.pieces(found);
    },
    remove: (key) => removeFile(bucket, importName(key)),
  };
}

async function removeFile(bucket: ObjectBucket, name: string): Promise<void> {
  const file = await bucket.find(name);
  if (file !== undefined) await bucket.remove(file);
}

/**
 * Erases a user's files that wait to be imported. A running import ends at its next batch, because its worker checks
 * whether the user was erased.
 */
export async function eraseImportFiles(bus: Bus, userId: UserId): Promise<void> {
  const bucket = await openObjectBucket(bus, IMPORTS, FILE_TTL_MS);
  // A closed account's are removed by the command and by a queue at the same time.
  for await (const { name } of bucket.listSingly()) {
    if (importKeyOf(name)?.userId === userId) await removeFile(bucket, name);
  }
}
