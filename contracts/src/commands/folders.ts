import Type from "typebox";
import { Nullable } from "../fields.ts";
import { FolderLook } from "../events/folders.ts";
import { FolderId, Instant, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

/**
 * The original time, for an event of another account's exported history (decision 17): the event gets this time, and an
 * undo is decided as of then. Only imports set it.
 */
const past = { past: Type.Optional(Instant) };

/** A search longer than allowed is refused by the service, with the text for invalid ones. */
const search = { search: Type.Optional(Type.String({ maxLength: 1000 })) };

/**
 * Creates a folder; with `search`, a smart folder. The service trims and checks the name. With `orExisting`, a folder of
 * that name and kind in that place is the answer instead of an error: so mail to `save+name@` finds its folder.
 */
export const CreateFolder = defineCommand(
  "folders",
  "create",
  {
    userId: UserId,
    name: Type.String({ maxLength: 1000 }),
    parentFolderId: Nullable(FolderId),
    orExisting: Type.Optional(Type.Boolean()),
    ...FolderLook,
    ...search,
    ...past,
  },
  Type.Object({ folderId: FolderId }),
);

const target = { userId: UserId, folderId: FolderId, ...past };

/** Gives a folder another name or look, or a smart folder another search. */
export const ChangeFolder = defineCommand("folders", "change", {
  ...target,
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  ...FolderLook,
  ...search,
});

/** Moves a folder under a parent (null: the top level) to position `orderIndex` among its siblings, itself not counted. */
export const MoveFolder = defineCommand("folders", "move", {
  ...target,
  parentFolderId: Nullable(FolderId),
  orderIndex: Type.Integer(),
});

/** Deletes a folder, with its subfolders if `recursive`; otherwise they move up a level. Links are never deleted. */
export const DeleteFolder = defineCommand("folders", "delete", { ...target, recursive: Type.Boolean() });

/** Undoes the deletion of this folder, for {@link UNDO_SECONDS}; `not-found` where there is none. */
export const RestoreFolder = defineCommand("folders", "restore", target);
