import type { FolderId } from "@satchel/contracts";
import type { AppThunk } from "../kit/state.ts";
import { foldersApi } from "../folders/folders.api.ts";
import { findFolder } from "../folders/tree.ts";

/** What a folder is called; undefined of none, and while the tree is not there. */
export const folderName =
  (id: FolderId): AppThunk<string | undefined> =>
  (_dispatch, getState) =>
    findFolder(foldersApi.endpoints.folders.select()(getState()).data ?? [], id)?.name;
