import type { Folder, FolderId, UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { foldName } from "../domain/names.ts";
import type { FoldersTables } from "../projection/tables.ts";

export type { FoldersTables } from "../projection/tables.ts";

type Database = Kysely<FoldersTables>;

/** A user's folders as a tree of two levels, siblings in their order. Deleted ones are not in it. */
export async function listFolders(db: Database, userId: UserId): Promise<Folder[]> {
  const rows = await db
    .selectFrom("folders.folders")
    .select(["id", "name", "parent_folder_id", "order_index", "color", "emoji", "search"])
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  return rows
    .filter((row) => row.parent_folder_id === null)
    .map((row) => ({
      ...row,
      children: rows.filter((child) => child.parent_folder_id === row.id).map((child) => ({ ...child, children: [] })),
    }));
}

/** One of the user's folders with its children; undefined when the user has no such folder. */
export async function findFolder(db: Database, userId: UserId, id: FolderId): Promise<Folder | undefined> {
  const tree = await listFolders(db, userId);
  return tree.flatMap((folder) => [folder, ...folder.children]).find((folder) => folder.id === id);
}

/** The ids of the folders with a name, compared by {@link foldName}, and of their subfolders. */
export async function folderIdsNamed(db: Database, userId: UserId, name: string): Promise<FolderId[]> {
  const folded = foldName(name.trim());
  const ids = (await listFolders(db, userId))
    .flatMap((folder) => [folder, ...folder.children])
    .filter((folder) => foldName(folder.name) === folded)
    .flatMap((folder) => [folder.id, ...folder.children.map(({ id }) => id)]);
  return [...new Set(ids)];
}
