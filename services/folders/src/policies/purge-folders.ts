import { randomUUID } from "node:crypto";
import type { Journal, HandlerResult, StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type FolderId,
  type FoldersPurged,
  IMPORTED_DELETION_MS,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { FolderCommands } from "../commands/folders.ts";
import { PURGE_USERS } from "../limits.ts";
import type { FoldersTables } from "../projection/tables.ts";

export interface PurgeDeps {
  readonly journal: Pick<Journal, "last">;
  readonly db: Kysely<FoldersTables>;
  readonly commands: FolderCommands;
  /** The time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Purges the deleted folders that can't be restored any more. Several replicas may run it at the same time: each purge is
 * one event of the tree, appended by compare-and-set, so the second replica finds nothing to do.
 */
export async function purgeFolders({ journal, db, commands, now }: PurgeDeps): Promise<void> {
  const before = new Date(now() - UNDO_SECONDS * 1000);
  for (let last: UserId | undefined; ; ) {
    let query = db.selectFrom("folders.folders").select("user_id").distinct().where("deleted_at", "<=", before);
    if (last !== undefined) query = query.where("user_id", ">", last);
    const users = await query.orderBy("user_id").limit(PURGE_USERS).execute();
    for (const { user_id } of users) {
      const last = await journal.last(aggregateSubject(user_id, "folders"));
      // An import in progress may restore the folder.
      if (now() - (last?.importedAt?.getTime() ?? 0) < IMPORTED_DELETION_MS) continue;
      await commands.purge(user_id, { commandId: randomUUID(), retry: false });
    }
    last = users.at(-1)?.user_id;
    if (last === undefined) return;
  }
}

/**
 * Erases the events that contain names of purged folders: `FolderCreated` and `FolderChanged`. All others stay, so that
 * rebuilt tables are the same. A second run does nothing.
 */
export const eraseNames =
  (journal: Journal) =>
  async (event: StoredEvent): Promise<HandlerResult> => {
    if (event.type !== "FoldersPurged") return "done";
    const purged = new Set((event.data as EventOf<typeof FoldersPurged>["data"]).purged);
    const withNames = (await journal.readAggregate(event.subject)).filter(
      ({ type, data }) =>
        (type === "FolderCreated" || type === "FolderChanged") && purged.has((data as { folderId: FolderId }).folderId),
    );
    await journal.eraseEvents(withNames.map(({ sequence }) => sequence));
    return "done";
  };
