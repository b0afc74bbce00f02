import { type FolderId, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Tables } from "./tables.ts";

/**
 * A folder that links are put into has to be there; null is none.
 * @throws {SatchelError} `not-found` for one that is not there, a smart one, or another account's
 */
export async function requireFolder(tables: Tables, userId: UserId, folderId: FolderId | null): Promise<void> {
  if (folderId === null) return;
  const folder = await tables.findFolder(userId, folderId);
  if (folder === undefined || folder.search !== null) throw new SatchelError("not-found", texts.folders.notFound);
}
