import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { FOLDER_EMOJI_CHARS, FOLDER_NAME_CHARS, SEARCH_CHARS } from "../limits/index.ts";
import { FolderId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Name = Type.String({ minLength: 1, maxLength: FOLDER_NAME_CHARS });
const Parent = Nullable(FolderId);

/** Colour (`#rrggbb`) and emoji (exactly one) of a folder; null: none. */
export const FolderLook = {
  color: Type.Optional(Nullable(Type.String({ pattern: "^#[0-9a-f]{6}$" }))),
  emoji: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: FOLDER_EMOJI_CHARS }))),
};

/** The search of a smart folder, as {@link closedSearch} makes it. A folder with one contains neither links nor folders. */
const Search = Type.Optional(Type.String({ minLength: 1, maxLength: SEARCH_CHARS }));

/** The new place of a folder: its parent (null: top level), and its position among its siblings, from 0. */
export const FolderPlace = Type.Object({
  folderId: FolderId,
  parentFolderId: Parent,
  orderIndex: Type.Integer({ minimum: 0 }),
});
export type FolderPlace = Static<typeof FolderPlace>;

/** All folders whose place an event changed, including siblings that moved up or down. */
const Placed = Type.Array(FolderPlace);

/**
 * A folder was created, at the end of its siblings. `parentFolderId` null: at the top level. With `search` it is a smart
 * folder, and stays one (decision 78).
 */
export const FolderCreated = defineEvent("folders", "FolderCreated", {
  folderId: FolderId,
  name: Name,
  parentFolderId: Parent,
  orderIndex: Type.Integer({ minimum: 0 }),
  ...FolderLook,
  search: Search,
});

/** A folder's name, colour or emoji, or a smart folder's search, was changed; missing fields stayed. */
export const FolderChanged = defineEvent("folders", "FolderChanged", {
  folderId: FolderId,
  name: Type.Optional(Name),
  ...FolderLook,
  search: Search,
});

/** A folder was moved before, after or into another one. */
export const FolderMoved = defineEvent("folders", "FolderMoved", { folderId: FolderId, placed: Placed });

/**
 * The numbers after names that were taken, as in "Recipes (2)"; null: none. The shown name is made of name and number, so
 * that only {@link FolderCreated} and {@link FolderChanged} contain names, each that of its one folder. They can be erased
 * when the folder is purged, while other events stay, because they also concern its siblings (decision 20).
 */
const Suffix = Nullable(Type.Integer({ minimum: 2 }));
const Renamed = Type.Array(Type.Object({ folderId: FolderId, suffix: Suffix }));

/**
 * A folder was deleted; `removed` are it and, if the deletion was recursive, its subfolders. Their links stay, without a
 * folder (decision 20). `promoted` are the subfolders that moved up instead, with their former places.
 */
export const FolderDeleted = defineEvent("folders", "FolderDeleted", {
  folderId: FolderId,
  removed: Type.Array(FolderId),
  placed: Placed,
  promoted: Type.Optional(
    Type.Array(Type.Object({ folderId: FolderId, orderIndex: Type.Integer({ minimum: 0 }), suffix: Suffix })),
  ),
  renamed: Type.Optional(Renamed),
});

/**
 * A deletion was undone: the folders `restored` exist again, with those of their links that were not moved since. `renamed`
 * are the folders whose names were taken meanwhile, or are free again. `smart` are the smart ones of `restored`: no link
 * can be in them.
 */
export const FolderRestored = defineEvent("folders", "FolderRestored", {
  folderId: FolderId,
  restored: Type.Array(FolderId),
  placed: Placed,
  renamed: Type.Optional(Renamed),
  smart: Type.Optional(Type.Array(FolderId, { minItems: 1 })),
});

/**
 * Folders were deleted so long ago that they can't be restored any more; the events that name them are erased. `lastId` is
 * the highest id ever given to a folder of this user.
 */
export const FoldersPurged = defineEvent("folders", "FoldersPurged", {
  purged: Type.Array(FolderId, { minItems: 1 }),
  lastId: FolderId,
});

export const folderEvents = [
  FolderCreated,
  FolderChanged,
  FolderMoved,
  FolderDeleted,
  FolderRestored,
  FoldersPurged,
] as const;
export type FolderEvent = EventOf<(typeof folderEvents)[number]>;
