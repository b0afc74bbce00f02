import type { TableDefinition } from "@satchel/chassis";
import type { FolderId, UserId } from "@satchel/contracts";

/** A row of `folders.folders`. */
export interface FolderRow {
  user_id: UserId;
  id: FolderId;
  name: string;
  parent_folder_id: FolderId | null;
  order_index: number;
}

/** A row of `folders.trees`: one per user with folders, for optimistic concurrency and for ids never used again. */
export interface TreeRow {
  user_id: UserId;
  last_id: number;
  revision: number;
}

/** The read tables as queries see them. */
export interface FoldersTables {
  "folders.folders": FolderRow;
  "folders.trees": TreeRow;
}

export const tables: readonly TableDefinition[] = [
  {
    name: "folders",
    columns: { user_id: "uuid", id: "int", name: "text", parent_folder_id: "int?", order_index: "int" },
    key: ["user_id", "id"],
  },
  { name: "trees", columns: { user_id: "uuid", last_id: "int", revision: "bigint" }, key: ["user_id"] },
];
