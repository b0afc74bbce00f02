import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import type { AnyEvent } from "@satchel/contracts";
import { tables } from "./tables.ts";

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  switch (event.type) {
    case "FolderCreated": {
      const { folderId, name, parentFolderId, orderIndex } = event.data;
      const row = { user_id, id: folderId, name, parent_folder_id: parentFolderId, order_index: orderIndex };
      return [
        { op: "put", table: "folders", row },
        { op: "put", table: "trees", row: { user_id, last_id: folderId, revision: sequence } },
      ];
    }
    case "UserErased":
      return ["folders", "trees"].map((table) => ({ op: "removeWhere", table, where: { user_id } }));
    default:
      return [];
  }
}

/** The folder tree of every user. */
export const foldersProjection: Projection = {
  name: "folders",
  version: 1,
  tables,
  project,
  announce: ({ type, data, at }) =>
    type === "FolderCreated" && at.kind === "aggregate"
      ? { userId: at.userId, id: (data as { folderId: number }).folderId }
      : undefined,
};
