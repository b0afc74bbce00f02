import type { Snapshot } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import type { Kysely, Selectable } from "kysely";
import type { FoldersState, FolderState, RemovedFolder } from "../domain/tree.ts";
import type { FolderRow, FoldersTables, TreeRow } from "../projection/tables.ts";

type KeptFolder = Omit<Selectable<FolderRow>, "user_id" | "name">;

/** All folders of a user from the tables, including deleted ones, with the sequence of the last event. */
export async function loadFolders(db: Kysely<FoldersTables>, userId: UserId): Promise<Snapshot<FoldersState>> {
  // One statement, so that the folders and the revision are consistent.
  const rows = await db
    .selectFrom("folders.trees as tree")
    .leftJoin("folders.folders as folder", "folder.user_id", "tree.user_id")
    .select([
      "tree.last_id",
      "tree.revision",
      "folder.id",
      "folder.own_name",
      "folder.suffix",
      "folder.color",
      "folder.emoji",
      "folder.search",
      "folder.parent_folder_id",
      "folder.order_index",
      "folder.promoted_from",
      "folder.promoted_index",
      "folder.promoted_suffix",
      "folder.deleted_with",
      "folder.deleted_at",
    ])
    .where("tree.user_id", "=", userId)
    .execute();
  // For a tree without folders the join gives one row of nulls.
  return stateOf(
    rows[0],
    rows.filter((row): row is typeof row & KeptFolder => row.id !== null),
  );
}

/** The state from its rows. `tree` is undefined for a user who never had a folder. */
export function stateOf(
  tree: Pick<TreeRow, "last_id" | "revision"> | undefined,
  rows: readonly KeptFolder[],
): Snapshot<FoldersState> {
  const folders: FolderState[] = [];
  const removed: RemovedFolder[] = [];
  for (const row of rows) {
    const { promoted_from: from, promoted_index, promoted_suffix, deleted_with: deletedWith, deleted_at } = row;
    const folder: FolderState = {
      id: row.id,
      name: row.own_name,
      suffix: row.suffix,
      color: row.color,
      emoji: row.emoji,
      search: row.search,
      parentFolderId: row.parent_folder_id,
      orderIndex: row.order_index,
      promoted: from === null ? null : { from, orderIndex: promoted_index ?? 0, suffix: promoted_suffix },
    };
    if (deletedWith === null || deleted_at === null) folders.push(folder);
    else removed.push({ ...folder, deletedWith, deletedAt: new Date(deleted_at).getTime() });
  }
  return { state: { folders, removed, lastId: tree?.last_id ?? 0 }, revision: tree?.revision ?? 0 };
}
