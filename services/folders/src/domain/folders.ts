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

// They turn the text around them, so that one name passes for another (Unicode Standard Annex 9, sections 2.1 to 2.5).
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name as it is kept: NFC, white space and control characters within made one blank, no marks that turn its direction,
 * trimmed.
 * @returns undefined when nothing that can be seen is left, or more than {@link FOLDER_NAME_CHARS} code points are,
 * which is what the contract counts
 */
export function cleanName(name: string): string | undefined {
  const clean = name
    .toWellFormed()
    .replace(DIRECTIONS, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .normalize("NFC")
    .trim();
  return VISIBLE.test(clean) && Array.from(clean).length <= FOLDER_NAME_CHARS ? clean : undefined;
}

/**
 * The form in which two names are told the same: compatibility-normalised, without what can't be seen, without case. To
 * upper case first: "ß" and "SS" are the same without case.
 */
export const foldName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase();

const badName = rejected("rejected", texts.folders.name);
const longName = rejected("rejected", texts.folders.nameTooLong);
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
  if (clean === undefined) return VISIBLE.test(name.replace(/\p{Cc}/gu, "")) ? longName : badName;
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
