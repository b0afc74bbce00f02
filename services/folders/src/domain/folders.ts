import {
  type ChangeFolder,
  closedSearch,
  type CreateFolder,
  type Decision,
  type FolderEvent,
  type FolderId,
  FOLDERS_PER_USER,
  happened,
  type MoveFolder,
  type NoResult,
  nothingToDo,
  type PayloadOf,
  rejected,
  SMART_FOLDERS_PER_USER,
  texts,
} from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import { cleanName, foldName, isEmoji, isVisible, shownName } from "./names.ts";
import { childrenOf, type FolderState, type FoldersState, isTaken, placesOf } from "./tree.ts";

/** A command's payload without what its handler uses up. Of colour and emoji a missing one stays, and null removes it. */
export type Request<Command> = Omit<PayloadOf<Command>, "userId" | "past">;

const badName = rejected("rejected", texts.folders.name);
const longName = rejected("rejected", texts.folders.nameTooLong);
const badEmoji = rejected("rejected", texts.folders.emoji);
const tooDeep = rejected("rejected", texts.folders.depth);
const noParent = rejected("not-found", texts.folders.parentNotFound);
const intoItself = rejected("rejected", texts.folders.intoItself);
const intoDescendant = rejected("rejected", texts.folders.intoDescendant);
const intoFull = rejected("rejected", texts.folders.intoFull);
const intoSmart = rejected("rejected", texts.folders.intoSmart);
const notSmart = rejected("rejected", texts.folders.notSmart);
const badSearch: ReturnType<typeof rejected> = {
  kind: "rejected",
  error: {
    code: "invalid",
    detail: texts.folders.search,
    errors: [{ path: "/search", message: texts.links.search }],
  },
};
export const tooManySmart = rejected("invalid", texts.folders.tooManySmart);
export const tooMany = rejected("rejected", texts.folders.tooMany);
export const notFound = rejected("not-found", texts.folders.notFound);

const wrongName = (name: string) => (isVisible(name) ? longName : badName);
const takenIn = (parentFolderId: FolderId | null) =>
  rejected("rejected", parentFolderId === null ? texts.folders.exists : texts.folders.existsHere);
const isWrongEmoji = (emoji: string | null | undefined): boolean =>
  emoji !== undefined && emoji !== null && !isEmoji(emoji);

export const isSmart = ({ search }: FolderState): boolean => search !== null;

/**
 * Creates a folder at the end of its siblings; with a search, a smart folder. Rules: two levels, none below a smart folder,
 * and a name that no sibling has, compared without case.
 */
export function decideCreate(
  { folders, lastId }: FoldersState,
  { name, parentFolderId, orExisting = false, color, emoji, search: typed }: Request<typeof CreateFolder>,
): Decision<FolderEvent, { folderId: FolderId }> {
  const clean = cleanName(name);
  if (clean === undefined) return wrongName(name);
  if (isWrongEmoji(emoji)) return badEmoji;
  const search = typed === undefined ? undefined : closedSearch(typed);
  if (typed !== undefined && search === undefined) return badSearch;
  if (parentFolderId !== null) {
    const parent = folders.find(({ id }) => id === parentFolderId);
    if (parent === undefined) return noParent;
    if (parent.parentFolderId !== null) return tooDeep;
    if (isSmart(parent)) return intoSmart;
  }
  const siblings = childrenOf(folders, parentFolderId);
  const same = siblings.find((folder) => foldName(shownName(folder.name, folder.suffix)) === foldName(clean));
  if (same !== undefined) {
    const isWanted = orExisting && isSmart(same) === (search !== undefined);
    return isWanted ? nothingToDo({ folderId: same.id }) : takenIn(parentFolderId);
  }
  if (folders.length >= FOLDERS_PER_USER) return tooMany;
  if (search !== undefined && folders.filter(isSmart).length >= SMART_FOLDERS_PER_USER) return tooManySmart;
  const look = compact({ color, emoji });
  const data = { folderId: lastId + 1, name: clean, parentFolderId, orderIndex: siblings.length, ...look };
  return happened({ type: "FolderCreated", data: search === undefined ? data : { ...data, search } });
}

/**
 * Changes a folder's name, colour or emoji, or a smart folder's search. A name that equals the shown one exactly changes
 * nothing.
 */
export function decideChange(
  { folders }: FoldersState,
  { folderId, name, color, emoji, search: typed }: Request<typeof ChangeFolder>,
): Decision<FolderEvent, NoResult> {
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) return notFound;
  if (isWrongEmoji(emoji)) return badEmoji;
  if (typed !== undefined && !isSmart(folder)) return notSmart;
  const search = typed === undefined ? folder.search : closedSearch(typed);
  if (search === undefined) return badSearch;
  const shown = shownName(folder.name, folder.suffix);
  const clean = name === undefined ? shown : cleanName(name);
  if (clean === undefined) return wrongName(name ?? "");
  const siblings = childrenOf(folders, folder.parentFolderId).filter(({ id }) => id !== folderId);
  if (clean !== shown && isTaken(siblings, clean)) return takenIn(folder.parentFolderId);
  const changes = {
    ...(clean === shown ? {} : { name: clean }),
    ...(color === undefined || color === folder.color ? {} : { color }),
    ...(emoji === undefined || emoji === folder.emoji ? {} : { emoji }),
    ...(search === null || search === folder.search ? {} : { search }),
  };
  if (Object.keys(changes).length === 0) return nothingToDo({});
  return happened({ type: "FolderChanged", data: { folderId, ...changes } });
}

/**
 * Moves a folder below a parent to the position `orderIndex` among its other siblings; beyond the end means the end. Rules:
 * not into itself, a descendant, a subfolder or a smart folder, and not below another folder when it has subfolders.
 */
export function decideMove(
  { folders }: FoldersState,
  { folderId, parentFolderId, orderIndex }: Request<typeof MoveFolder>,
): Decision<FolderEvent, NoResult> {
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) return notFound;
  if (parentFolderId === folderId) return intoItself;
  if (parentFolderId !== null) {
    const parent = folders.find(({ id }) => id === parentFolderId);
    if (parent === undefined) return noParent;
    if (parent.parentFolderId === folderId) return intoDescendant;
    if (parent.parentFolderId !== null) return intoFull;
    if (isSmart(parent)) return intoSmart;
    if (childrenOf(folders, folderId).length > 0) return tooDeep;
  }
  const others = childrenOf(folders, parentFolderId).filter(({ id }) => id !== folderId);
  const stays = folder.parentFolderId === parentFolderId;
  if (!stays && isTaken(others, shownName(folder.name, folder.suffix))) return takenIn(parentFolderId);
  const left = stays ? [] : childrenOf(folders, folder.parentFolderId).filter(({ id }) => id !== folderId);
  const at = Math.min(Math.max(orderIndex, 0), others.length);
  const placed = [
    ...placesOf(parentFolderId, others.toSpliced(at, 0, folder)),
    ...placesOf(folder.parentFolderId, left),
  ];
  return placed.length === 0 ? nothingToDo({}) : happened({ type: "FolderMoved", data: { folderId, placed } });
}
