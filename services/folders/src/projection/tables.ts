import type { TableDefinition } from "@satchel/chassis";
import { FOLDER_NAME_CHARS, type FolderId, type UserId } from "@satchel/contracts";
import type { Generated } from "kysely";

/** A row of `folders.folders`. Deleted folders stay until they can't be restored any more. */
export interface FolderRow {
  user_id: UserId;
  id: FolderId;
  own_name: string;
  /** The number after the name, if the name was taken. */
  suffix: number | null;
  /** The shown name, with its number. */
  name: Generated<string>;
  color: string | null;
  emoji: string | null;
  /** Of a smart folder; null of any other. */
  search: string | null;
  parent_folder_id: FolderId | null;
  order_index: number;
  /** Its place before its parent's deletion moved it up; null when that did not happen, or it was moved since. */
  promoted_from: FolderId | null;
  promoted_index: number | null;
  promoted_suffix: number | null;
  /** The folder with which it was deleted, its own id when it was deleted itself; null when it is not deleted. */
  deleted_with: FolderId | null;
  deleted_at: string | null;
}

/** A row of `folders.trees`: one per user with folders, for optimistic concurrency and because ids are never reused. */
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

const END = "' (' || suffix::text || ')'";

export const tables: readonly TableDefinition[] = [
  {
    name: "folders",
    columns: {
      user_id: "uuid",
      id: "int",
      own_name: "text",
      suffix: "int?",
      color: "text?",
      emoji: "text?",
      search: "text?",
      parent_folder_id: "int?",
      order_index: "int",
      promoted_from: "int?",
      promoted_index: "int?",
      promoted_suffix: "int?",
      deleted_with: "int?",
      deleted_at: "timestamptz?",
    },
    key: ["user_id", "id"],
    extra: [
      `alter table {schema}.folders add column name text not null generated always as (
         case when suffix is null then own_name
              else left(own_name, ${FOLDER_NAME_CHARS} - length(${END})) || ${END} end) stored`,
      "create index on {schema}.folders (deleted_at) where deleted_at is not null",
    ],
  },
  { name: "trees", columns: { user_id: "uuid", last_id: "int", revision: "bigint" }, key: ["user_id"] },
];
