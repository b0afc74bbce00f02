import { Kvm } from "@nats-io/kv";
import { IMPORT_SECONDS, type ImportId, IMPORTS_PROGRESS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { type ImportKey, importName } from "./files.ts";

/** How far imports are, for {@link IMPORT_SECONDS}. What one looks like is the business of who keeps it. */
export interface ImportProgress<Entry> {
  get(key: ImportKey): Promise<Entry | undefined>;
  put(key: ImportKey, entry: Entry): Promise<void>;
  /** All of one user, in no order. */
  list(userId: UserId): Promise<Entry[]>;
}

/** Opens the bucket, making it where it does not exist. */
export async function openImportProgress<Entry>(bus: Bus): Promise<ImportProgress<Entry>> {
  const kv = await new Kvm(bus.nc).create(IMPORTS_PROGRESS, { history: 1, ttl: IMPORT_SECONDS * 1000 });
  const get = async (key: ImportKey): Promise<Entry | undefined> => {
    const found = await kv.get(importName(key));
    return found === null || found.operation !== "PUT" ? undefined : found.json<Entry>();
  };
  return {
    get,
    put: async (key, entry) => {
      await kv.put(importName(key), JSON.stringify(entry));
    },
    list: async (userId) => {
      const ids: ImportId[] = [];
      for await (const name of await kv.keys(`${userId}.*`)) ids.push(name.slice(userId.length + 1) as ImportId);
      const found = await Promise.all(ids.map((importId) => get({ userId, importId })));
      return found.filter((entry) => entry !== undefined) as Entry[];
    },
  };
}
