import { type Folder, type FolderId, FOLDER_DEPTH } from "@satchel/contracts";

/** A folder of the tree, with how deep it lies: 1 is the top level. */
export interface FolderRow {
  readonly id: FolderId;
  readonly name: string;
  readonly depth: number;
  /** The folder it lies in; null at the top level. */
  readonly parent: FolderId | null;
  readonly color: string | null;
  readonly emoji: string | null;
  readonly children: readonly FolderId[];
}

/** Each folder once: the first of those that share an id (specification, section 3). */
export function withoutDuplicates(folders: readonly Folder[]): Folder[] {
  const seen = new Set<FolderId>();
  const isFirst = ({ id }: { id: FolderId }): boolean => !seen.has(id) && seen.add(id).size > 0;
  return folders.filter(isFirst).map((folder) => ({ ...folder, children: folder.children.filter(isFirst) }));
}

type AnyFolder = Pick<Folder, "id" | "name" | "color" | "emoji"> & { readonly children: readonly { id: FolderId }[] };

const rowOf = ({ id, name, color, emoji, children }: AnyFolder, parent: FolderId | null): FolderRow => ({
  id,
  name,
  depth: parent === null ? 1 : 2,
  parent,
  color,
  emoji,
  children: children.map((child) => child.id),
});

/** The tree from top to bottom, each folder before its children. */
export const rowsOf = (folders: readonly Folder[]): FolderRow[] =>
  folders.flatMap((folder) => [rowOf(folder, null), ...folder.children.map((child) => rowOf(child, folder.id))]);

export const findFolder = (folders: readonly Folder[], id: FolderId): FolderRow | undefined =>
  rowsOf(folders).find((row) => row.id === id);

/** Whether a folder may have subfolders. */
export const canHaveChildren = (row: FolderRow): boolean => row.depth < FOLDER_DEPTH;

/** Id of the folder that is none: it can be neither moved nor deleted (specification, section 3). */
const VIRTUAL_FOLDER = -1;

export const isVirtual = (id: FolderId): boolean => id === VIRTUAL_FOLDER;

/** The id of the button that asks for the name of a new folder, on every page of the archive. */
export const NEW_FOLDER = "new-folder";
