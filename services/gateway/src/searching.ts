import type { FolderId, UserId } from "@satchel/contracts";
import { type FoldersTables, listFolders } from "@satchel/folders/queries";
import { countLinks, findLinks, type LinksTables, type search } from "@satchel/links/queries";
import type { Kysely } from "kysely";

/** What a search of a user's links takes: their links, and their folders by name. */
export const archiveOf = (db: Kysely<LinksTables & FoldersTables>, userId: UserId): search.Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: (name) => foldersNamed(db, userId, name),
});

const fold = (name: string): string => name.trim().normalize("NFC").toLowerCase();

/** Folders of a name, whatever its case, each with its subfolders. */
async function foldersNamed(db: Kysely<FoldersTables>, userId: UserId, name: string): Promise<FolderId[]> {
  const tree = await listFolders(db, userId);
  const named = tree
    .flatMap((folder) => [folder, ...folder.children])
    .filter((folder) => fold(folder.name) === fold(name))
    .flatMap((folder) => [folder.id, ...folder.children.map(({ id }) => id)]);
  return [...new Set(named)];
}
