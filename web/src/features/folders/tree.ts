import { type Folder, type FolderId, FOLDER_DEPTH } from "@satchel/contracts";

/** A folder of the tree, with how deep it lies: 1 is the top level. */
export interface FolderRow {
  readonly id: FolderId;
  readonly name: string;
  readonly depth: number;
}

/** Each folder once: the first of those that share an id (specification, section 3). */
export function withoutDuplicates(folders: readonly Folder[]): Folder[] {
  const seen = new Set<FolderId>();
  const isFirst = ({ id }: { id: FolderId }): boolean => !seen.has(id) && seen.add(id).size > 0;
  return folders.filter(isFirst).map((folder) => ({ ...folder, children: folder.children.filter(isFirst) }));
}

/** The tree from top to bottom, each folder before its children. */
export const rowsOf = (folders: readonly Folder[]): FolderRow[] =>
  folders.flatMap((folder) => [
    { id: folder.id, name: folder.name, depth: 1 },
    ...folder.children.map((child) => ({ id: child.id, name: child.name, depth: 2 })),
  ]);

export const findFolder = (folders: readonly Folder[], id: FolderId): FolderRow | undefined =>
  rowsOf(folders).find((row) => row.id === id);

/** Whether a folder may have subfolders. */
export const canHaveChildren = (row: FolderRow): boolean => row.depth < FOLDER_DEPTH;
