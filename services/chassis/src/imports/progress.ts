import { IMPORT_SECONDS, IMPORTS_PROGRESS, type UserId } from "@satchel/contracts";
import { openBucket } from "../bus/bucket.ts";
import type { Bus } from "../bus/connect.ts";
import { type ImportKey, importName } from "./files.ts";

/** How far imports are, for {@link IMPORT_SECONDS}. What one looks like is the business of who keeps it. */
export interface ImportProgress<Entry> {
  get(key: ImportKey): Promise<Entry | undefined>;
  put(key: ImportKey, entry: Entry): Promise<void>;
  /** All of one user, in no order. */
  list(userId: UserId): Promise<Entry[]>;
}

/** Opens the bucket, making it where it does not exist. What an import said before is overwritten, for it names links. */
export async function openImportProgress<Entry>(bus: Bus): Promise<ImportProgress<Entry>> {
  const bucket = await openBucket(bus, IMPORTS_PROGRESS, { seconds: IMPORT_SECONDS, erased: true });
  const get = async (name: string): Promise<Entry | undefined> => {
    const { text } = await bucket.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as Entry);
  };
  return {
    get: (key) => get(importName(key)),
    put: (key, entry) => bucket.put(importName(key), JSON.stringify(entry)),
    list: async (userId) => {
      const found = await Promise.all((await bucket.keys(`${userId}.*`)).map(get));
      return found.filter((entry) => entry !== undefined) as Entry[];
    },
  };
}
