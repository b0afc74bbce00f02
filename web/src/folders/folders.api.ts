import type { BodyOf } from "@satchel/client";
import {
  changeFolder,
  createFolder,
  deleteFolder,
  listFolders,
  reorderFolder,
  restoreFolder,
} from "@satchel/contracts/routes";
import { type Folder, type FolderId, plainFolders, texts } from "@satchel/contracts";
import { useMemo } from "react";
import type { Problem } from "../kit/transport/call.ts";
import { api } from "../session/api.ts";
import { type Move, withMove, withoutDuplicates } from "./tree.ts";

/** The message for a folder that was not created (specification, section 8). */
export function createErrorText({ status, detail }: Problem, isSubfolder: boolean): string {
  if (status === 400 && detail.includes("already exists")) {
    return isSubfolder ? texts.folders.existsHere : texts.folders.exists;
  }
  if (status === 400 && detail.includes("Maximum folder depth")) return texts.folders.depth;
  if (status === 401) return texts.session.expired;
  return isSubfolder ? texts.folders.createSubfolderFailed : texts.folders.createFailed;
}

/** The message for a folder that was not deleted. */
export const deleteErrorText = ({ status }: Problem): string =>
  status === 404 ? texts.folders.notFound : texts.folders.deleteFailed;

/** The message for a folder that was not moved: the server's reason, if any. */
export const reorderErrorText = ({ detail }: Problem): string => (detail === "" ? texts.folders.reorderFailed : detail);

/** A new name or look for a folder, or a smart folder's new search; null removes color or emoji. */
interface FolderChange {
  readonly id: FolderId;
  readonly change: BodyOf<typeof changeFolder>;
}

export interface FolderDeletion {
  readonly id: FolderId;
  /** Whether subfolders are deleted, too; otherwise they move up a level. */
  readonly recursive: boolean;
}

/** The tree is refetched after every change, even a failed one, which another change may have caused. */
export const foldersApi = api.injectEndpoints({
  endpoints: (build) => ({
    folders: build.query<Folder[], void>({
      query: () => ({ operation: listFolders }),
      transformResponse: (folders: Folder[]) => withoutDuplicates(folders),
      providesTags: ["Folders"],
    }),
    createFolder: build.mutation<Folder, BodyOf<typeof createFolder>>({
      query: (body) => ({ operation: createFolder, body }),
      invalidatesTags: ["Folders"],
    }),
    changeFolder: build.mutation<Folder, FolderChange>({
      query: ({ id, change }) => ({ operation: changeFolder, params: { id }, body: change }),
      invalidatesTags: ["Folders"],
    }),
    /** Optimistic: reverted when the call fails. */
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

/** The folders that links can be in. */
export function useFolders(): readonly Folder[] {
  const folders = useFolderTree();
  return useMemo(() => plainFolders(folders), [folders]);
}

/** The tree, with smart folders; empty until it is loaded. A refetch with the same answer causes no render. */
export const useFolderTree = (): readonly Folder[] =>
  useFoldersQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data ?? none;
