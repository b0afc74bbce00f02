import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import type { AnyEvent, FolderId, FolderPlace } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { tables } from "./tables.ts";

const NOT_PROMOTED = { promoted_from: null, promoted_index: null, promoted_suffix: null };

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  const patch = (id: FolderId, set: Record<string, unknown>): Change => ({
    op: "patch",
    table: "folders",
    key: { user_id, id },
    set,
  });
  const place = ({ folderId, parentFolderId, orderIndex }: FolderPlace): Change =>
    patch(folderId, { parent_folder_id: parentFolderId, order_index: orderIndex });
  const number = ({ folderId, suffix }: { folderId: FolderId; suffix: number | null }): Change =>
    patch(folderId, { suffix });
  const tree: Change = { op: "patch", table: "trees", key: { user_id }, set: { revision: sequence } };

  switch (event.type) {
    case "FolderCreated": {
      const { folderId, name, parentFolderId, orderIndex, color = null, emoji = null, search = null } = event.data;
      const row = {
        user_id,
        id: folderId,
        own_name: name,
        suffix: null,
        color,
        emoji,
        search,
        parent_folder_id: parentFolderId,
        order_index: orderIndex,
        ...NOT_PROMOTED,
        deleted_with: null,
        deleted_at: null,
      };
      return [
        { op: "put", table: "folders", row },
        { op: "put", table: "trees", row: { user_id, last_id: folderId, revision: sequence } },
      ];
    }
    case "FolderChanged": {
      const { folderId, name, color, emoji, search } = event.data;
      const set = {
        // A new name has no number, also not when the folder returns to its former place.
        ...(name === undefined ? {} : { own_name: name, suffix: null, promoted_suffix: null }),
        ...compact({ color, emoji, search }),
      };
      return [...(Object.keys(set).length === 0 ? [] : [patch(folderId, set)]), tree];
    }
    case "FolderMoved": {
      const { folderId, placed } = event.data;
      return [...placed.map(place), patch(folderId, NOT_PROMOTED), tree];
    }
    case "FolderDeleted": {
      const { folderId, removed, placed, promoted = [], renamed = [] } = event.data;
      const gone = { deleted_with: folderId, deleted_at: stored.time.toISOString() };
      return [
        ...removed.map((id) => patch(id, gone)),
        ...placed.map(place),
        ...promoted.map(({ folderId: id, orderIndex, suffix }) =>
          patch(id, { promoted_from: folderId, promoted_index: orderIndex, promoted_suffix: suffix }),
        ),
        ...renamed.map(number),
        tree,
      ];
    }
    case "FolderRestored": {
      const { folderId, restored, placed, renamed = [] } = event.data;
      return [
        { op: "patchWhere", table: "folders", where: { user_id, promoted_from: folderId }, set: NOT_PROMOTED },
        ...restored.map((id) => patch(id, { deleted_with: null, deleted_at: null })),
        ...placed.map(place),
        ...renamed.map(number),
        tree,
      ];
    }
    case "FoldersPurged": {
      const { purged, lastId } = event.data;
      return [
        ...purged.map((id): Change => ({ op: "remove", table: "folders", key: { user_id, id } })),
        // `FolderCreated`, which had the last id, is erased; ids are never reused.
        { op: "put", table: "trees", row: { user_id, last_id: lastId, revision: sequence } },
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
  version: 3,
  tables,
  concerns: ({ context }) => context === "folders" || context === "identity",
  project,
  announce: ({ data, at }) => {
    if (at.kind !== "aggregate" || at.context !== "folders") return undefined;
    const { folderId } = data as { folderId?: FolderId };
    return folderId === undefined ? undefined : { userId: at.userId, id: folderId };
  },
};
