import {
  type Decision,
  type FolderEvent,
  type FolderId,
  FOLDER_NAME_CHARS,
  FOLDERS_PER_USER,
  happened,
  nothingToDo,
  rejected,
  texts,
} from "@satchel/contracts";

/** One folder of a user. */
export interface FolderState {
  readonly id: FolderId;
  readonly name: string;
  readonly parentFolderId: FolderId | null;
  readonly orderIndex: number;
}

/** All folders of a user: one aggregate, so that names, depth and order are decided in one place without races. */
export interface FoldersState {
  readonly folders: readonly FolderState[];
  /** The highest id ever given; ids are never used again. */
  readonly lastId: number;
}

export interface CreateRequest {
  readonly name: string;
  readonly parentFolderId: FolderId | null;
  readonly orExisting?: boolean | undefined;
}

/**
 * A name as it is kept: NFC, white space within made one blank, no control characters, trimmed.
 * @returns undefined when nothing is left or it is over {@link FOLDER_NAME_CHARS}
 */
export function cleanName(name: string): string | undefined {
  const clean = name
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return clean === "" || clean.length > FOLDER_NAME_CHARS ? undefined : clean;
}

/** The form in which two names are told the same: compatibility-normalised and without case. */
export const foldName = (name: string): string => name.normalize("NFKC").toLowerCase();

const badName = rejected("rejected", texts.folders.name);
const tooMany = rejected("rejected", texts.folders.tooMany);
const noParent = rejected("not-found", texts.folders.parentNotFound);
const tooDeep = rejected("rejected", texts.folders.depth);
const taken = rejected("rejected", texts.folders.exists);
const takenHere = rejected("rejected", texts.folders.existsHere);

/**
 * Makes a folder at the end of its siblings. Rules of section 4: two levels, a name of its own among siblings whatever
 * its case or spelling.
 */
export function decideCreate(
  { folders, lastId }: FoldersState,
  { name, parentFolderId, orExisting = false }: CreateRequest,
): Decision<FolderEvent, { folderId: FolderId }> {
  const clean = cleanName(name);
  if (clean === undefined) return badName;
  if (parentFolderId !== null) {
    const parent = folders.find(({ id }) => id === parentFolderId);
    if (parent === undefined) return noParent;
    if (parent.parentFolderId !== null) return tooDeep;
  }
  const siblings = folders.filter((folder) => folder.parentFolderId === parentFolderId);
  const same = siblings.find((folder) => foldName(folder.name) === foldName(clean));
  if (same !== undefined) {
    return orExisting ? nothingToDo({ folderId: same.id }) : parentFolderId === null ? taken : takenHere;
  }
  if (folders.length >= FOLDERS_PER_USER) return tooMany;
  const orderIndex = siblings.length;
  return happened({ type: "FolderCreated", data: { folderId: lastId + 1, name: clean, parentFolderId, orderIndex } });
}
