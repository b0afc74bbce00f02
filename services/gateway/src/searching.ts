import type { UserId } from "@satchel/contracts";
import { type FoldersTables, folderIdsNamed } from "@satchel/folders/queries";
import { countLinks, findLinks, type LinksTables, type search } from "@satchel/links/queries";
import type { Kysely } from "kysely";

/** What a search of a user's links takes: their links, and their folders by name. */
export const archiveOf = (db: Kysely<LinksTables & FoldersTables>, userId: UserId): search.Archive => ({
  db,
  load: (ids) => findLinks(db, userId, ids),
  count: (filters) => countLinks(db, userId, filters),
  folders: (name) => folderIdsNamed(db, userId, name),
});
