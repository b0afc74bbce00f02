import { randomUUID } from "node:crypto";
import type { Journal } from "@satchel/chassis";
import { aggregateSubject, IMPORTED_DELETION_MS } from "@satchel/contracts";
import type { LinkRow } from "../projection/tables.ts";
import type { LinkCommands } from "./links.ts";

/** What purging a link needs. */
export interface PurgeLinkDeps {
  readonly journal: Journal;
  readonly commands: Pick<LinkCommands, "purge">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/** A deleted link; `revision` is the sequence of the deletion. */
export type PurgeTarget = Pick<LinkRow, "user_id" | "id" | "revision">;

/** Purges one link, unless it was saved again since the table was read. @returns whether it was purged */
export async function purgeLink(
  { journal, commands, now }: PurgeLinkDeps,
  { user_id: userId, id: linkId, revision }: PurgeTarget,
): Promise<boolean> {
  const subject = aggregateSubject(userId, "links", linkId);
  const page = aggregateSubject(userId, "enrichment", linkId);
  // Read before the link's event: a later event of the page may belong to the link after it was saved again.
  const lastOfPage = await journal.last(page);
  const last = await journal.last(subject);
  if (last?.sequence !== revision) return false;
  // An import in progress may restore the link.
  if (now() - (last.importedAt?.getTime() ?? 0) < IMPORTED_DELETION_MS) return false;
  if (lastOfPage !== undefined) await journal.erase(page, lastOfPage.sequence + 1);
  await journal.erase(subject, revision);
  // A fetch that was in progress may have recorded its page before this event: enrichment erases that.
  await commands.purge({ userId, linkId }, { commandId: randomUUID(), retry: false });
  return true;
}
