import Type, { type Static } from "typebox";
import { FOLDER_EMOJI_CHARS, FOLDER_NAME_CHARS } from "../limits/index.ts";
import { FolderId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Name = Type.String({ minLength: 1, maxLength: FOLDER_NAME_CHARS });
const Parent = Type.Union([FolderId, Type.Null()]);

/** How a folder looks: `#rrggbb` and one emoji; null: as any other. */
export const FolderLook = {
  color: Type.Optional(Type.Union([Type.String({ pattern: "^#[0-9a-f]{6}$" }), Type.Null()])),
  emoji: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: FOLDER_EMOJI_CHARS }), Type.Null()])),
};

/** Where a folder lies from now on: under which one (null: at the top level), as the how-manieth of its siblings. */
export const FolderPlace = Type.Object({
  folderId: FolderId,
  parentFolderId: Parent,
  orderIndex: Type.Integer({ minimum: 0 }),
});
export type FolderPlace = Static<typeof FolderPlace>;

/** Every folder whose place an event changed, itself included, siblings that moved up or down too. */
const Placed = Type.Array(FolderPlace);

/** A folder was made, at the end of its siblings. `parentFolderId` null: at the top level. */
export const FolderCreated = defineEvent(
  "folders",
  "FolderCreated",
  Type.Object({
    folderId: FolderId,
    name: Name,
    parentFolderId: Parent,
    orderIndex: Type.Integer({ minimum: 0 }),
    ...FolderLook,
  }),
);

/** A folder got another name or look; what is missing stayed. */
export const FolderChanged = defineEvent(
  "folders",
  "FolderChanged",
  Type.Object({ folderId: FolderId, name: Type.Optional(Name), ...FolderLook }),
);

/** A folder was put before, after or into another one. */
export const FolderMoved = defineEvent("folders", "FolderMoved", Type.Object({ folderId: FolderId, placed: Placed }));

/**
 * The numbers behind names that were taken, as in "Recipes (2)"; null: none. What is shown follows from name and number, so
 * that {@link FolderCreated} and {@link FolderChanged} alone hold names, each that of the one folder it is about: they can be
 * erased when the folder is gone for good, and the others stay for what they say of its neighbours (decision 20).
 */
const Suffix = Type.Union([Type.Integer({ minimum: 2 }), Type.Null()]);
const Renamed = Type.Array(Type.Object({ folderId: FolderId, suffix: Suffix }));

/**
 * A folder was deleted; `removed` are it and, where the deletion was recursive, its subfolders. Their links stay, in no
 * folder (decision 20). `promoted` are the subfolders that moved up instead, as they stood in it.
 */
export const FolderDeleted = defineEvent(
  "folders",
  "FolderDeleted",
  Type.Object({
    folderId: FolderId,
    removed: Type.Array(FolderId),
    placed: Placed,
    promoted: Type.Optional(
      Type.Array(Type.Object({ folderId: FolderId, orderIndex: Type.Integer({ minimum: 0 }), suffix: Suffix })),
    ),
    renamed: Type.Optional(Renamed),
  }),
);

/**
 * A deletion was taken back: `restored` are folders again, and the links that lay in them and were put nowhere else since
 * lie in them again. `renamed` are those whose names were taken meanwhile, or are free again.
 */
export const FolderRestored = defineEvent(
  "folders",
  "FolderRestored",
  Type.Object({
    folderId: FolderId,
    restored: Type.Array(FolderId),
    placed: Placed,
    renamed: Type.Optional(Renamed),
  }),
);

/**
 * Folders were deleted so long ago that they can't be restored any more; the events that name them are erased. `lastId` is
 * the highest id ever given to a folder of this user.
 */
export const FoldersPurged = defineEvent(
  "folders",
  "FoldersPurged",
  Type.Object({ purged: Type.Array(FolderId, { minItems: 1 }), lastId: FolderId }),
);

export const folderEvents = [
  FolderCreated,
  FolderChanged,
  FolderMoved,
  FolderDeleted,
  FolderRestored,
  FoldersPurged,
] as const;
export type FolderEvent = EventOf<(typeof folderEvents)[number]>;
