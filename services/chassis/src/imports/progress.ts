import { IMPORT_SECONDS, type ImportId, IMPORTS_PROGRESS, type UserId } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { openRecords } from "../bus/records.ts";
import { openUserRecords } from "../bus/user-records.ts";
import { type ImportKey, importName } from "./files.ts";

/** The progress of an import: a few numbers, and a list of faults that may be a hundred times as large. */
interface ImportEntry {
  /** The entries that were not imported. The list only grows; an import that starts again has a new one. */
  readonly faults: readonly unknown[];
  /** When it ended; null or missing: it has not. */
  readonly finished_at?: string | null;
}

/** Stores the progress of imports for {@link IMPORT_SECONDS}. The service that imports defines `Entry`. */
export interface ImportProgress<Entry extends ImportEntry> {
  /** One import with its faults. */
  get(key: ImportKey): Promise<Entry | undefined>;
  /** Does nothing where the import has ended: its job is gone, and a worker that was only slow does not revive it. */
  put(key: ImportKey, entry: Entry): Promise<void>;
  /** The imports of one user, unordered, each with an empty list of faults: the faults are not read. */
  list(userId: UserId): Promise<Entry[]>;
  /** The number of a user's imports; no entry is read. */
  count(userId: UserId): Promise<number>;
}

/** An entry in the bucket. `faultCount` is the number of its faults, which are under a key of their own. */
type StoredEntry<Entry> = Entry & { readonly faultCount: number };

/** The key of an import's faults. It has one token more than that of the import, so that the imports' filter skips it. */
const faultsName = (key: ImportKey): string => `${importName(key)}.faults`;

/** Opens the bucket, creating it if missing. Former values are overwritten on disk, because they name links. */
export async function openImportProgress<Entry extends ImportEntry>(bus: Bus): Promise<ImportProgress<Entry>> {
  const lifetime = { seconds: IMPORT_SECONDS, erased: true };
  const entries = await openUserRecords<ImportId, StoredEntry<Entry>>(bus, IMPORTS_PROGRESS, lifetime);
  const faultLists = await openRecords<readonly unknown[]>(bus, IMPORTS_PROGRESS, lifetime);
  const withFaults = (stored: StoredEntry<Entry>, faults: readonly unknown[]): Entry => {
    const { faultCount: _, ...entry } = stored;
    return { ...entry, faults } as unknown as Entry;
  };
  /** The number of faults of a list that are in the bucket. */
  const written = new WeakMap<readonly unknown[], number>();
  return {
    get: async (key) => {
      const entry = await entries.get(key.userId, key.importId);
      if (entry === undefined) return undefined;
      const { faultCount } = entry;
      const faults = faultCount === 0 ? [] : ((await faultLists.get(faultsName(key))) ?? []);
      // A killed worker may have stored faults of entries that the next worker reads again.
      return withFaults(entry, faults.slice(0, faultCount));
    },
    put: async (key, entry) => {
      const { faults } = entry;
      const faultCount = faults.length;
      if (faultCount > 0 && written.get(faults) !== faultCount) {
        await faultLists.put(faultsName(key), faults);
        written.set(faults, faultCount);
      }
      await entries.change(key.userId, key.importId, (current) => ({
        outcome: undefined,
        ...((current?.finished_at ?? null) === null ? { put: { ...entry, faults: [], faultCount } } : {}),
      }));
    },
    list: async (userId) => (await entries.list(userId)).map(({ record }) => withFaults(record, [])),
    count: async (userId) => (await entries.ids(userId)).length,
  };
}
