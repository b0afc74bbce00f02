import { IMPORT_SECONDS, IMPORTS_PROGRESS, type UserId } from "@satchel/contracts";
import { openBucket } from "../bus/bucket.ts";
import type { Bus } from "../bus/connect.ts";
import { type ImportKey, importName } from "./files.ts";

/** What is kept of an import: a few numbers, and a list of faults that may have a hundred times their size. */
export interface ImportEntry {
  /** The entries that were not taken. It only grows; an import that counts from the beginning again has a new list. */
  readonly faults: readonly unknown[];
}

/** How far imports are, for {@link IMPORT_SECONDS}. What one looks like is the business of who keeps it. */
export interface ImportProgress<Entry extends ImportEntry> {
  /** One import with its faults. */
  get(key: ImportKey): Promise<Entry | undefined>;
  put(key: ImportKey, entry: Entry): Promise<void>;
  /** All of one user, in no order, each with an empty list of faults: those are not read. */
  list(userId: UserId): Promise<Entry[]>;
  /** How many a user has; no entry is read. */
  count(userId: UserId): Promise<number>;
}

/** An entry in the bucket: with `faultCount`, so many of its faults lie under a key of their own. */
type StoredEntry<Entry> = Entry & {
  /** Missing in what an earlier version wrote: there the entry holds its faults. */
  readonly faultCount?: number;
};

/** The key of an import's faults. It has a token more than the import's own, so that the filter of the others leaves it out. */
const faultsName = (name: string): string => `${name}.faults`;

/** Opens the bucket, making it where it does not exist. What an import said before is overwritten, for it names links. */
export async function openImportProgress<Entry extends ImportEntry>(bus: Bus): Promise<ImportProgress<Entry>> {
  const bucket = await openBucket(bus, IMPORTS_PROGRESS, { seconds: IMPORT_SECONDS, erased: true });
  const names = (userId: UserId): Promise<string[]> => bucket.keys(`${userId}.*`);
  const read = async <T>(name: string): Promise<T | undefined> => {
    const { text } = await bucket.get(name);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  };
  const withFaults = (stored: StoredEntry<Entry>, faults: readonly unknown[]): Entry => {
    const { faultCount: _, ...entry } = stored;
    return { ...entry, faults } as unknown as Entry;
  };
  /** How many faults of a list are in the bucket. */
  const written = new WeakMap<readonly unknown[], number>();
  return {
    get: async (key) => {
      const name = importName(key);
      const entry = await read<StoredEntry<Entry>>(name);
      if (entry === undefined) return undefined;
      const { faultCount } = entry;
      if (faultCount === undefined) return entry;
      const faults = faultCount === 0 ? [] : ((await read<unknown[]>(faultsName(name))) ?? []);
      // A worker that was killed may have stored faults of entries that the next one comes to again.
      return withFaults(entry, faults.slice(0, faultCount));
    },
    put: async (key, entry) => {
      const name = importName(key);
      const { faults } = entry;
      const faultCount = faults.length;
      if (faultCount > 0 && written.get(faults) !== faultCount) {
        await bucket.put(faultsName(name), JSON.stringify(faults));
        written.set(faults, faultCount);
      }
      await bucket.put(name, JSON.stringify({ ...entry, faults: [], faultCount }));
    },
    list: async (userId) => {
      const entries = await Promise.all((await names(userId)).map((name) => read<StoredEntry<Entry>>(name)));
      return entries.flatMap((entry) => (entry === undefined ? [] : [withFaults(entry, [])]));
    },
    count: async (userId) => (await names(userId)).length,
  };
}
