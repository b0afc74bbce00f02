import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { FolderLook } from "../events/folders.ts";
import { FolderId, FolderOrNone } from "../ids.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./routes.ts";

const folderFields = {
  id: FolderId,
  name: Type.String(),
  parent_folder_id: Nullable(FolderId),
  order_index: Type.Integer({ minimum: 0 }),
  color: Nullable(Type.String({ description: "#rrggbb" })),
  emoji: Nullable(Type.String()),
  search: Nullable(Type.String({ description: "Of a smart folder: its list is that of this search" })),
};

const Search = Type.Optional(Type.String({ maxLength: 1000, description: "At most 500 characters" }));

const ChildFolder = Type.Object({ ...folderFields, children: Type.Array(Type.Never(), { maxItems: 0 }) });

/** A folder with its children; at most two levels (specification, section 4). */
export const Folder = Type.Object({ ...folderFields, children: Type.Array(ChildFolder) });
export type Folder = Static<typeof Folder>;

export const listFolders = defineOperation({
  ...routes.listFolders,
  summary: "The folder tree, siblings in their order",
  scope: "read",
  responses: { 200: Type.Array(Folder) },
});

export const createFolder = defineOperation({
  ...routes.createFolder,
  summary: "Create a folder, the last of its siblings; with a search, a smart folder",
  scope: "add",
  repeatable: true,
  body: Type.Object({
    name: Type.String({ maxLength: 1000 }),
    parent_folder_id: Type.Optional(Nullable(FolderOrNone)),
    ...FolderLook,
    search: Search,
  }),
  responses: { 201: Folder, 400: ErrorBody, 404: ErrorBody },
});

const FolderParams = Type.Object({ id: FolderId });

export const changeFolder = defineOperation({
  ...routes.changeFolder,
  summary: "Change a folder's name, color or emoji, or a smart folder's search",
  scope: "change",
  repeatable: true,
  params: FolderParams,
  body: Type.Object(
    { name: Type.Optional(Type.String({ maxLength: 1000 })), ...FolderLook, search: Search },
    { minProperties: 1, additionalProperties: false },
  ),
  responses: { 200: Folder, 400: ErrorBody, 404: ErrorBody },
});

export const deleteFolder = defineOperation({
  ...routes.deleteFolder,
  summary: "Delete a folder; its subfolders move up a level, or go too if recursive. Links stay",
  scope: "change",
  repeatable: true,
  params: FolderParams,
  query: Type.Object({ recursive: Type.Optional(Type.Boolean({ default: false })) }),
  responses: { 204: NoContent, 404: ErrorBody },
});

export const restoreFolder = defineOperation({
  ...routes.restoreFolder,
  summary: "Undo the deletion of a folder, for 30 days",
  scope: "change",
  repeatable: true,
  params: FolderParams,
  responses: { 200: Folder, 400: ErrorBody, 404: ErrorBody },
});

export const reorderFolder = defineOperation({
  ...routes.reorderFolder,
  summary: "Move a folder among its siblings, or under another parent",
  scope: "change",
  repeatable: true,
  body: Type.Object({
    folder_id: FolderId,
    new_order_index: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    parent_folder_id: Type.Optional(Nullable(FolderOrNone)),
  }),
  responses: { 200: Type.Array(Folder), 400: ErrorBody, 404: ErrorBody },
});
