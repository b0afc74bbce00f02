import { aggregateSubject, type FolderId, ROWS_MS, SatchelError, texts, type UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { linksPosition, type LoadDeps } from "./load.ts";

/**
 * Whether the user has a folder; true without a folder. The tables may not have a new folder yet: the answer is false only
 * after they have caught up with the user's last event of folders.
 * @throws {SatchelError} `unavailable` when they don't catch up in time
 */
export async function knowsFolder(
  { journal, progress, db }: LoadDeps,
  userId: UserId,
  folderId: FolderId | null | undefined,
): Promise<boolean> {
  if (folderId === undefined || folderId === null) return true;
  if (await hasFolder(db, userId, folderId)) return true;
  const last = await journal.last(aggregateSubject(userId, "folders"));
  if (last === undefined) return false;
  const isShown = await progress.shows(linksPosition(userId, last.sequence), ROWS_MS);
  if (await hasFolder(db, userId, folderId)) return true;
  if (!isShown) throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
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
