import type { FolderId, FolderPlace } from "@satchel/contracts";
import { foldName, freeSuffix, shownName } from "./names.ts";

/** One folder of a user. */
export interface FolderState {
  readonly id: FolderId;
  /** As its owner wrote it. */
  readonly name: string;
  /** The number behind it, where the name was taken when the folder came to its place. */
  readonly suffix: number | null;
  readonly color: string | null;
  readonly emoji: string | null;
  readonly parentFolderId: FolderId | null;
  readonly orderIndex: number;
  /** Where it was before its parent's deletion moved it up; null when nothing did, or it was moved since. */
  readonly promoted: { readonly from: FolderId; readonly orderIndex: number; readonly suffix: number | null } | null;
}

/** A deleted folder, as it stood when it was deleted. */
export interface RemovedFolder extends FolderState {
  /** The folder whose deletion took it along; its own id where it was deleted itself. */
  readonly deletedWith: FolderId;
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
}

/** All folders of a user: one aggregate, so that names, depth and order are decided in one place without races. */
export interface FoldersState {
  readonly folders: readonly FolderState[];
  readonly removed: readonly RemovedFolder[];
  /** The highest id ever given; ids are never used again. */
  readonly lastId: number;
}

/** The folders in one place, in their order. */
export const childrenOf = (folders: readonly FolderState[], parentFolderId: FolderId | null): FolderState[] =>
  folders.filter((folder) => folder.parentFolderId === parentFolderId).sort((a, b) => a.orderIndex - b.orderIndex);

/** Whether one of the folders shows this name. */
export const isTaken = (folders: readonly FolderState[], name: string): boolean =>
  folders.some((folder) => foldName(shownName(folder.name, folder.suffix)) === foldName(name));

/** The places that change when the folders of one place are to stand in this order. */
export const placesOf = (parentFolderId: FolderId | null, order: readonly FolderState[]): FolderPlace[] =>
  order.flatMap(({ id, ...was }, orderIndex) =>
    was.parentFolderId === parentFolderId && was.orderIndex === orderIndex
      ? []
      : [{ folderId: id, parentFolderId, orderIndex }],
  );

/** A folder that comes to a place, with the number that its name would like there. */
export interface Newcomer {
  readonly folder: FolderState;
  readonly wanted: number | null;
}

/**
 * The numbers that change when folders come to a place where others stand: those whose names are free keep them, and only
 * then the rest get what is left.
 */
export function renamesOf(
  newcomers: readonly Newcomer[],
  others: readonly FolderState[],
): { folderId: FolderId; suffix: number | null }[] {
  const taken = new Set(others.map(({ name, suffix }) => foldName(shownName(name, suffix))));
  const given = new Map<FolderId, number | null>();
  const give = ({ folder: { id, name }, wanted }: Newcomer): void => {
    const suffix = freeSuffix(name, wanted, taken);
    taken.add(foldName(shownName(name, suffix)));
    given.set(id, suffix);
  };
  const late: Newcomer[] = [];
  for (const newcomer of newcomers) {
    const { folder, wanted } = newcomer;
    if (taken.has(foldName(shownName(folder.name, wanted)))) late.push(newcomer);
    else give(newcomer);
  }
  late.forEach(give);
  return newcomers.flatMap(({ folder: { id, suffix: before } }) => {
    const suffix = given.get(id) ?? null;
    return suffix === before ? [] : [{ folderId: id, suffix }];
  });
}
