import type { Folder, FolderId } from "@satchel/contracts";
import {
  changeFolder,
  createFolder,
  deleteFolder,
  listFolders,
  reorderFolder,
  restoreFolder,
} from "@satchel/contracts/routes";
import { api } from "../session/api.ts";
import { type Move, withMove } from "./reorder.ts";
import { withoutDuplicates } from "./tree.ts";

export interface NewFolder {
  readonly name: string;
  readonly parent_folder_id: FolderId | null;
}

/** Another name or look for a folder; null takes colour or emoji away. */
export interface FolderChange {
  readonly id: FolderId;
  readonly change: { readonly name?: string; readonly color?: string | null; readonly emoji?: string | null };
}

export interface FolderDeletion {
  readonly id: FolderId;
  /** Its subfolders go too; otherwise they move up a level. */
  readonly recursive: boolean;
}

/** The tree is read anew after every change of it, also after one that failed: something else may have changed it. */
export const foldersApi = api.injectEndpoints({
  endpoints: (build) => ({
    folders: build.query<Folder[], void>({
      query: () => ({ operation: listFolders }),
      transformResponse: (folders: Folder[]) => withoutDuplicates(folders),
      providesTags: ["Folders"],
    }),
    createFolder: build.mutation<Folder, NewFolder>({
      query: (body) => ({ operation: createFolder, body }),
      invalidatesTags: ["Folders"],
    }),
    changeFolder: build.mutation<Folder, FolderChange>({
      query: ({ id, change }) => ({ operation: changeFolder, params: { id }, body: change }),
      invalidatesTags: ["Folders"],
    }),
    /** Shown at once, taken back when it fails. */
    reorderFolder: build.mutation<Folder[], Move>({
      query: (body) => ({ operation: reorderFolder, body }),
      invalidatesTags: ["Folders"],
      onQueryStarted: async (move, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          foldersApi.util.updateQueryData("folders", undefined, (folders) => withMove(folders, move)),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
    }),
    deleteFolder: build.mutation<null, FolderDeletion>({
      query: ({ id, recursive }) => ({ operation: deleteFolder, params: { id }, query: { recursive } }),
      invalidatesTags: ["Folders", "Counts"],
    }),
    restoreFolder: build.mutation<Folder, FolderId>({
      query: (id) => ({ operation: restoreFolder, params: { id } }),
      invalidatesTags: ["Folders", "Counts"],
    }),
  }),
});

export const { useFoldersQuery, useCreateFolderMutation, useChangeFolderMutation } = foldersApi;

const none: readonly Folder[] = [];

/** The tree; empty until it is there. Draws anew as that is another, not as it is asked for again. */
export const useFolders = (): readonly Folder[] =>
  useFoldersQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data ?? none;
