import type { BlobStore } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { allowedBytes } from "../domain/copies.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import { copyUse } from "../queries/index.ts";

interface RoomDeps {
  readonly db: Kysely<ArchiveTables>;
  readonly documents: BlobStore;
  /** Mebibytes of the copies of an account without a quota of its own. */
  readonly usualMegabytes: number;
}

/** Which accounts may send no more to be kept. */
export interface RoomForCopies {
  /**
   * Whether an account's copies, and the documents of which none was made yet, take all that they may. What was sent since
   * the last look is missing: by so much it may exceed its quota.
   */
  isFull(userId: UserId): Promise<boolean>;
  /** Looks at the documents that wait. One look for all accounts: the store has no list of one. */
  look(): Promise<void>;
}

export function roomForCopies({ db, documents, usualMegabytes }: RoomDeps): RoomForCopies {
  let waiting: ReadonlyMap<string, number> = new Map();
  return {
    isFull: async (userId) => {
      const { bytes, quotaMegabytes } = await copyUse(db, userId);
      return bytes + (waiting.get(userId) ?? 0) >= allowedBytes(quotaMegabytes, usualMegabytes);
    },
    look: async () => {
      const octets = new Map<string, number>();
      for await (const { name, bytes } of documents.list("")) {
        const [userId = ""] = name.split("/", 1);
        octets.set(userId, (octets.get(userId) ?? 0) + bytes);
      }
      waiting = octets;
    },
  };
}
