import type { ProjectionProgress } from "@satchel/chassis";
import { partitionOf, READ_YOUR_WRITES_MS, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";

/**
 * Waits until a user's words show what the user's links show: the search service follows the journal by itself, and who
 * has just saved a link looks for it next. Where it has done so already, this is one read of two rows.
 * @returns false where it did not within {@link READ_YOUR_WRITES_MS}
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
