import type { FolderId } from "@satchel/contracts";
import type { AppThunk } from "../../kit/state.ts";
import { listsApi } from "../../links/lists.api.ts";
import type { FolderRow } from "../../folders/tree.ts";

/** What a folder holds, its subfolders' links included (specification, section 3). */
export interface FolderStats {
  readonly subfolderCount: number;
  readonly linkCount: number;
}

/** Counts anew what a folder holds. Rejects with a Problem. */
export const folderStats =
  ({ id, children }: FolderRow): AppThunk<Promise<FolderStats>> =>
  async (dispatch) => {
    const countIn = (folder_id: FolderId) =>
      dispatch(listsApi.endpoints.linkCount.initiate({ folder_id }, { subscribe: false, forceRefetch: true })).unwrap();
    const counts = await Promise.all([id, ...children].map(countIn));
    return { subfolderCount: children.length, linkCount: counts.reduce((sum, { count }) => sum + count, 0) };
  };
