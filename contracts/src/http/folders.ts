import Type, { type Static } from "typebox";
import { FolderId, FolderOrNone } from "../ids.ts";
import { defineOperation, ErrorBody } from "./define.ts";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const folderFields = {
  id: FolderId,
  name: Type.String(),
  parent_folder_id: Nullable(FolderId),
  order_index: Type.Integer({ minimum: 0 }),
};

const ChildFolder = Type.Object({ ...folderFields, children: Type.Array(Type.Never(), { maxItems: 0 }) });

/** A folder with its children; depth 2 is the most there is (specification, section 4). */
export const Folder = Type.Object({ ...folderFields, children: Type.Array(ChildFolder) });
export type Folder = Static<typeof Folder>;

export const listFolders = defineOperation({
  id: "listFolders",
  method: "GET",
  path: "/api/folders/",
  summary: "The folder tree, siblings in their order",
  access: "verified",
  responses: { 200: Type.Array(Folder) },
});

export const createFolder = defineOperation({
  id: "createFolder",
  method: "POST",
  path: "/api/folders/",
  summary: "Make a folder at the end of its siblings",
  access: "verified",
  body: Type.Object({
    name: Type.String({ maxLength: 1000 }),
    parent_folder_id: Type.Optional(Nullable(FolderOrNone)),
  }),
  responses: { 201: Folder, 400: ErrorBody, 404: ErrorBody },
});
