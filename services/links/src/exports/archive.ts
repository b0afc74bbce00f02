import type { Folder } from "@satchel/contracts";
import type { ExportedLink } from "./links.ts";

/** The content of an export: the folder tree, and the links, which are read while they are written. */
export interface Archive {
  readonly folders: readonly Folder[];
  /** The oldest first. @param folderId only links of this folder; 0: links without a folder */
  readonly links: (folderId?: number) => AsyncIterable<ExportedLink>;
}

/** All folders with their parents, parents first, siblings in their order. */
export const flatten = (
  folders: readonly Folder[],
): { readonly folder: Omit<Folder, "children">; readonly parent: Folder | undefined }[] =>
  folders.flatMap((parent) => [
    { folder: parent, parent: undefined },
    ...parent.children.map((folder) => ({ folder, parent })),
  ]);
