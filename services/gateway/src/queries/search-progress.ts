import type { ProjectionProgress } from "@satchel/chassis";
import { partitionOf, READ_YOUR_WRITES_MS, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";

/**
 * Waits until the search's tables have reached the position of the links' tables in a user's partition, so that a link
 * that was just saved is found. When they have, this costs one read of two rows.
 * @returns false when they lag for {@link READ_YOUR_WRITES_MS}
 */
export async function searchReachesLinks<Tables>(
  db: Kysely<Tables>,
  progress: ProjectionProgress,
  userId: UserId,
): Promise<boolean> {
  const partition = partitionOf(userId);
  const { rows } = await sql<{ links: number; search: number }>`
    select l.sequence as links, s.sequence as search
    from links.checkpoints l join search.checkpoints s using (partition) where partition = ${partition}`.execute(db);
  const { links = 0, search = 0 } = rows[0] ?? {};
  if (search >= links) return true;
  return progress.reached({ projection: "search", partition, sequence: links }, READ_YOUR_WRITES_MS);
}
