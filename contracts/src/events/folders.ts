import Type from "typebox";
import { FOLDER_NAME_CHARS } from "../limits.ts";
import { FolderId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

/** A folder was made, at the end of its siblings. `parentFolderId` null: at the top level. */
export const FolderCreated = defineEvent(
  "folders",
  "FolderCreated",
  Type.Object({
    folderId: FolderId,
    name: Type.String({ minLength: 1, maxLength: FOLDER_NAME_CHARS }),
    parentFolderId: Type.Union([FolderId, Type.Null()]),
    orderIndex: Type.Integer({ minimum: 0 }),
  }),
);

export const folderEvents = [FolderCreated] as const;
export type FolderEvent = EventOf<(typeof folderEvents)[number]>;
