import type { Journal, ProjectionProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  type FolderId,
  partitionOf,
  READ_YOUR_WRITES_MS,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";

export interface KnownFoldersDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
}

/**
 * Whether a folder is the user's; true without a folder. A new folder may not have reached this service's tables: the answer
 * is false only after they have caught up with the folders' last event.
 * @throws {SatchelError} `unavailable` when they don't
 */
export async function knowsFolder(
  { journal, progress, db }: KnownFoldersDeps,
  userId: UserId,
  folderId: FolderId | null | undefined,
): Promise<boolean> {
  if (folderId === undefined || folderId === null) return true;
  if (await hasFolder(db, userId, folderId)) return true;
  const last = await journal.last(aggregateSubject(userId, "folders"));
  if (last === undefined) return false;
  const position = { projection: "links", partition: partitionOf(userId), sequence: last.sequence };
  const isThere = await progress.reached(position, READ_YOUR_WRITES_MS);
  if (await hasFolder(db, userId, folderId)) return true;
  if (!isThere) throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
  return false;
}

async function hasFolder(db: Kysely<LinksTables>, userId: UserId, folderId: FolderId): Promise<boolean> {
  const row = await db
    .selectFrom("links.known_folders")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", folderId)
    .executeTakeFirst();
  return row !== undefined;
}
