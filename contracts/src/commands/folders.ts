import Type from "typebox";
import { FolderLook } from "../events/folders.ts";
import { FolderId, Instant, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

/**
 * When it was done in another account, of whose exported history it is a part (decision 17): the event gets this time, and a
 * deletion is taken back as it could be then. Missing: it is done now. Only imports say so.
 */
const past = { past: Type.Optional(Instant) };

/**
 * Makes a folder. The name is trimmed and judged by the service. With `orExisting`, a folder of that name in that place is
 * the answer instead of an error: that is how mail to `save+name@` finds its folder.
 */
export const CreateFolder = defineCommand(
  "folders",
  "create",
  Type.Object({
    userId: UserId,
    name: Type.String({ maxLength: 1000 }),
    parentFolderId: Type.Union([FolderId, Type.Null()]),
    orExisting: Type.Optional(Type.Boolean()),
    ...FolderLook,
    ...past,
  }),
  Type.Object({ folderId: FolderId }),
);

const Nothing = Type.Object({});
const target = { userId: UserId, folderId: FolderId, ...past };

/** Gives a folder another name or look. */
export const ChangeFolder = defineCommand(
  "folders",
  "change",
  Type.Object({ ...target, name: Type.Optional(Type.String({ maxLength: 1000 })), ...FolderLook }),
  Nothing,
);

/** Puts a folder under a parent (null: the top level) as the `orderIndex`-th of its siblings, itself not counted. */
export const MoveFolder = defineCommand(
  "folders",
  "move",
  Type.Object({ ...target, parentFolderId: Type.Union([FolderId, Type.Null()]), orderIndex: Type.Integer() }),
  Nothing,
);

/** Deletes a folder, with its subfolders if `recursive`; otherwise they move up a level. Links are never deleted. */
export const DeleteFolder = defineCommand(
  "folders",
  "delete",
  Type.Object({ ...target, recursive: Type.Boolean() }),
  Nothing,
);

/** Takes the deletion of this folder back, for {@link UNDO_SECONDS}; `not-found` where there is none. */
export const RestoreFolder = defineCommand("folders", "restore", Type.Object(target), Nothing);
