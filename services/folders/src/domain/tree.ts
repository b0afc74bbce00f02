import type { FolderId, FolderPlace } from "@satchel/contracts";
import { foldName, freeSuffix, shownName } from "./names.ts";

/** One folder of a user. */
export interface FolderState {
  readonly id: FolderId;
  /** The owner's name for it, without the number. */
  readonly name: string;
  /** The number after the name, if the name was taken when the folder moved here. */
  readonly suffix: number | null;
  readonly color: string | null;
  readonly emoji: string | null;
  /** Of a smart folder, which contains neither links nor folders; null of any other. */
  readonly search: string | null;
  readonly parentFolderId: FolderId | null;
  readonly orderIndex: number;
  /** Its place before its parent's deletion moved it up; null when that did not happen, or it was moved since. */
  readonly promoted: { readonly from: FolderId; readonly orderIndex: number; readonly suffix: number | null } | null;
}

/** A deleted folder, in its state before the deletion. */
export interface RemovedFolder extends FolderState {
  /** The folder with which it was deleted; its own id when it was deleted itself. */
  readonly deletedWith: FolderId;
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
}

/** All folders of a user: one aggregate, so that names, depth and order are decided without races. */
export interface FoldersState {
  readonly folders: readonly FolderState[];
  readonly removed: readonly RemovedFolder[];
  /** The highest id that was ever used; ids are never reused. */
  readonly lastId: number;
}

/** The folders below a parent, in their order. */
export const childrenOf = (folders: readonly FolderState[], parentFolderId: FolderId | null): FolderState[] =>
  folders.filter((folder) => folder.parentFolderId === parentFolderId).sort((a, b) => a.orderIndex - b.orderIndex);

/** Whether one of the folders shows this name. */
export const isTaken = (folders: readonly FolderState[], name: string): boolean =>
  folders.some((folder) => foldName(shownName(folder.name, folder.suffix)) === foldName(name));

/** The places that change when the folders below a parent get this order. */
export const placesOf = (parentFolderId: FolderId | null, order: readonly FolderState[]): FolderPlace[] =>
  order.flatMap(({ id, ...before }, orderIndex) =>
    before.parentFolderId === parentFolderId && before.orderIndex === orderIndex
      ? []
      : [{ folderId: id, parentFolderId, orderIndex }],
  );

/** A folder that moves below a parent, with the preferred number of its name. */
interface MovedFolder {
  readonly folder: FolderState;
  readonly preferred: number | null;
}

/**
 * The numbers that change when folders move below a parent that has others: folders whose names are free keep their
 * numbers, then the rest get free numbers.
 */
export function renamesOf(
  moved: readonly MovedFolder[],
  others: readonly FolderState[],
): { folderId: FolderId; suffix: number | null }[] {
  const taken = new Set(others.map(({ name, suffix }) => foldName(shownName(name, suffix))));
  const suffixes = new Map<FolderId, number | null>();
  const assign = ({ folder: { id, name }, preferred }: MovedFolder): void => {
    const suffix = freeSuffix(name, preferred, taken);
    taken.add(foldName(shownName(name, suffix)));
    suffixes.set(id, suffix);
  };
  const conflicting: MovedFolder[] = [];
  for (const each of moved) {
    if (taken.has(foldName(shownName(each.folder.name, each.preferred)))) conflicting.push(each);
    else assign(each);
  }
  conflicting.forEach(assign);
  return moved.flatMap(({ folder: { id, suffix: before } }) => {
    const suffix = suffixes.get(id) ?? null;
    return suffix === before ? [] : [{ folderId: id, suffix }];
  });
}
