import { type CommandContext, execute, type Journal, type Loaded, type ProjectionProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  type CreateFolder,
  type FolderEvent,
  type PayloadOf,
  type ResultOf,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { decideCreate, type FoldersState } from "../domain/folders.ts";
import type { FoldersTables } from "../projection/tables.ts";

/** What carrying out the commands on folders takes. */
export interface FolderCommandsDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<FoldersTables>;
}

/** The commands on folders. */
export function folderCommands({ journal, progress, db }: FolderCommandsDeps) {
  return {
    create: ({ userId, ...request }: PayloadOf<typeof CreateFolder>, context: CommandContext) =>
      execute<FoldersState, FolderEvent, ResultOf<typeof CreateFolder>>({
        journal,
        progress,
        projection: "folders",
        subject: aggregateSubject(userId, "folders"),
        context,
        load: () => load(userId),
        decide: (state) => decideCreate(state, request),
        resultOf: ({ data }) => ({ folderId: data.folderId }),
      }),
  };

  // One statement, so that the tree and its revision are of the same moment.
  async function load(userId: UserId): Promise<Loaded<FoldersState>> {
    const rows = await db
      .selectFrom("folders.trees as tree")
      .leftJoin("folders.folders as folder", "folder.user_id", "tree.user_id")
      .select([
        "tree.last_id",
        "tree.revision",
        "folder.id",
        "folder.name",
        "folder.parent_folder_id",
        "folder.order_index",
      ])
      .where("tree.user_id", "=", userId)
      .execute();
    const [tree] = rows;
    const folders = rows.flatMap(({ id, name, parent_folder_id, order_index }) =>
      id === null || name === null || order_index === null
        ? []
        : [{ id, name, parentFolderId: parent_folder_id, orderIndex: order_index }],
    );
    return { state: { folders, lastId: tree?.last_id ?? 0 }, revision: tree?.revision ?? 0 };
  }
}
