import { createFolder, type Folder, type FolderId, listFolders } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import { withoutDuplicates } from "./tree.ts";

export interface NewFolder {
  readonly name: string;
  readonly parent_folder_id: FolderId | null;
}

export const { useFoldersQuery, useCreateFolderMutation } = api.injectEndpoints({
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
  }),
});
