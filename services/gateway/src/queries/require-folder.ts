import { type Folder, type FolderId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Tables } from "./tables.ts";

/** A folder of the account. @throws {SatchelError} `not-found` for one that is not there, or another account's */
export async function requireFolder(
  tables: Pick<Tables, "findFolder">,
  userId: UserId,
  folderId: FolderId,
): Promise<Folder> {
  const folder = await tables.findFolder(userId, folderId);
  if (folder === undefined) throw new SatchelError("not-found", texts.folders.notFound);
  return folder;
}

/**
 * A folder that links are put into has to be there; null is none.
 * @throws {SatchelError} `not-found` as {@link requireFolder}, and for a smart one
 */
export async function requirePlace(tables: Tables, userId: UserId, folderId: FolderId | null): Promise<void> {
  if (folderId === null) return;
  const { search } = await requireFolder(tables, userId, folderId);
  if (search !== null) throw new SatchelError("not-found", texts.folders.notFound);
}
