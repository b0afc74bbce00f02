import type { Folder } from "@satchel/contracts";
import type { ExportedLink } from "./links.ts";

/** The content of an export: the folder tree, and the links, which are read while they are written. */
export interface Archive {
  readonly folders: readonly Folder[];
  /** The oldest first; of one folder (0: in none) where one is named. */
  readonly links: (folderId?: number) => AsyncIterable<ExportedLink>;
}

/** A folder and its parent. */
export interface PlacedFolder {
  readonly folder: Omit<Folder, "children">;
  readonly parent: Folder | undefined;
}

/** All folders, parents first, siblings in their order. */
export const flatten = (folders: readonly Folder[]): PlacedFolder[] =>
  folders.flatMap((parent) => [
    { folder: parent, parent: undefined },
    ...parent.children.map((folder) => ({ folder, parent })),
  ]);
