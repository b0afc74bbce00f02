import {
  changeFolder,
  createFolder,
  deleteFolder,
  listFolders,
  reorderFolder,
  restoreFolder,
} from "@satchel/contracts/routes";
import { type Folder, type FolderId, texts } from "@satchel/contracts";
import type { Problem } from "../kit/transport/call.ts";
import { api } from "../session/api.ts";
import { type Move, withMove, withoutDuplicates } from "./tree.ts";

/** What to tell the person whose folder was not made (specification, section 8). */
export function createErrorText({ status, detail }: Problem, isSubfolder: boolean): string {
  if (status === 400 && detail.includes("already exists")) {
    return isSubfolder ? texts.folders.existsHere : texts.folders.exists;
  }
  if (status === 400 && detail.includes("Maximum folder depth")) return texts.folders.depth;
  if (status === 401) return texts.session.expired;
  return isSubfolder ? texts.folders.createSubfolderFailed : texts.folders.createFailed;
}

/** What to tell the person whose folder was not deleted. */
export const deleteErrorText = ({ status }: Problem): string =>
  status === 404 ? texts.folders.notFound : texts.folders.deleteFailed;

/** What to tell the person whose folder was not moved: the server's reason, where it gives one. */
export const reorderErrorText = ({ detail }: Problem): string => (detail === "" ? texts.folders.reorderFailed : detail);

/** What to tell the person whose folder got no other name or look; undefined: nothing particular. */
export function changeErrorText({ status, detail }: Problem): string | undefined {
  if (status === 404) return texts.folders.notFound;
  return status === 400 && detail !== "" ? detail : undefined;
}

interface NewFolder {
  readonly name: string;
  readonly parent_folder_id: FolderId | null;
}

/** Another name or look for a folder; null takes colour or emoji away. */
interface FolderChange {
  readonly id: FolderId;
  readonly change: { readonly name?: string; readonly color?: string | null; readonly emoji?: string | null };
}

export interface FolderDeletion {
  readonly id: FolderId;
  /** Its subfolders go too; otherwise they move up a level. */
  readonly recursive: boolean;
}

/** The tree is refetched after every change of it, also after one that failed: something else may have changed it. */
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

/** The tree; empty until it is there. Renders again when the answer differs, not when it is refetched. */
export const useFolders = (): readonly Folder[] =>
  useFoldersQuery(undefined, { selectFromResult: ({ data }) => ({ data }) }).data ?? none;
