import {
  type Decision,
  type FolderEvent,
  type FolderId,
  FOLDERS_PER_USER,
  happened,
  type NoResult,
  nothingToDo,
  SMART_FOLDERS_PER_USER,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { isSmart, notFound, tooMany, tooManySmart } from "./folders.ts";
import { childrenOf, type FoldersState, placesOf, type RemovedFolder, renamesOf } from "./tree.ts";

/** Whether a deletion can't be undone any more. `now` in milliseconds since 1970. */
const isFinal = ({ deletedAt }: RemovedFolder, now: number): boolean => deletedAt + UNDO_SECONDS * 1000 <= now;

/**
 * Deletes a folder. With `recursive` its subfolders are deleted too; otherwise they move up to its place, in their order, and
 * one whose name is taken there gets a number (decision 20).
 */
export function decideDelete(
  { folders }: FoldersState,
  { folderId, recursive }: { readonly folderId: FolderId; readonly recursive: boolean },
): Decision<FolderEvent, NoResult> {
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) return notFound;
  const children = childrenOf(folders, folderId);
  const rising = recursive ? [] : children;
  const siblings = childrenOf(folders, folder.parentFolderId);
  const others = siblings.filter(({ id }) => id !== folderId);
  const renamed = renamesOf(
    rising.map((child) => ({ folder: child, preferred: child.suffix })),
    others,
  );
  const promoted = rising.map(({ id, orderIndex, suffix }) => ({ folderId: id, orderIndex, suffix }));
  return happened({
    type: "FolderDeleted",
    data: {
      folderId,
      removed: [folderId, ...(recursive ? children.map(({ id }) => id) : [])],
      placed: placesOf(folder.parentFolderId, others.toSpliced(siblings.indexOf(folder), 0, ...rising)),
      ...(promoted.length === 0 ? {} : { promoted }),
      ...(renamed.length === 0 ? {} : { renamed }),
    },
  });
}

/**
 * Undoes the deletion of a folder. It returns to its former position below its parent, if that exists and is at the top
 * level, else at the top level. Subfolders that were deleted with it return with it. Those that its deletion moved up
 * return into it, unless they were moved or got subfolders since.
 */
export function decideRestore(
  { folders, removed }: FoldersState,
  { folderId }: { readonly folderId: FolderId },
  now: number,
): Decision<FolderEvent, NoResult> {
  const together = removed.filter(({ deletedWith }) => deletedWith === folderId);
  const folder = together.find(({ id }) => id === folderId);
  if (folder === undefined || isFinal(folder, now)) return notFound;
  if (folders.length + together.length > FOLDERS_PER_USER) return tooMany;
  const smart = together.filter(isSmart).map(({ id }) => id);
  if (smart.length > 0 && folders.filter(isSmart).length + smart.length > SMART_FOLDERS_PER_USER) return tooManySmart;
  const parent = folders.find(({ id }) => id === folder.parentFolderId);
  const parentFolderId = parent?.parentFolderId === null ? parent.id : null;
  const returning = folders
    .flatMap((child) => (child.promoted?.from === folderId ? [{ child, former: child.promoted }] : []))
    .filter(({ child }) => childrenOf(folders, child.id).length === 0)
    .sort((a, b) => a.former.orderIndex - b.former.orderIndex);
  const others = childrenOf(folders, parentFolderId).filter((one) => !returning.some(({ child }) => child === one));
  const placed = [
    ...placesOf(parentFolderId, others.toSpliced(Math.min(folder.orderIndex, others.length), 0, folder)),
    ...placesOf(
      folderId,
      returning.map(({ child }) => child),
    ),
  ];
  const renamed = [
    ...renamesOf([{ folder, preferred: folder.suffix }], others),
    ...renamesOf(
      returning.map(({ child, former }) => ({ folder: child, preferred: former.suffix })),
      [],
    ),
  ];
  const restored = [folderId, ...together.filter((one) => one !== folder).map(({ id }) => id)];
  return happened({
    type: "FolderRestored",
    data: {
      folderId,
      restored,
      placed,
      ...(renamed.length === 0 ? {} : { renamed }),
      ...(smart.length === 0 ? {} : { smart }),
    },
  });
}

/** Purges the deleted folders that can't be restored any more. */
export function decidePurge({ removed, lastId }: FoldersState, now: number): Decision<FolderEvent, NoResult> {
  const purged = removed
    .filter((folder) => isFinal(folder, now))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
  return purged.length === 0 ? nothingToDo({}) : happened({ type: "FoldersPurged", data: { purged, lastId } });
}
