import { randomUUID } from "node:crypto";
import type { Journal, Logger } from "@satchel/chassis";
import { aggregateSubject, UNDO_SECONDS } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinkCommands } from "../commands/links.ts";
import { PURGE_LINKS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

export interface PurgeDeps {
  readonly journal: Journal;
  readonly db: Kysely<LinksTables>;
  readonly commands: LinkCommands;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Gives up the deleted links whose deletion can't be undone any more. What the journal holds of such a link is erased
 * first, up to its deletion, and LinkPurged is appended then: who dies in between leaves the row, and the next look begins
 * anew. What stays says of a link of which nothing is known that it is gone. Replicas may look at the same moment: erasing
 * what is erased does nothing, and giving up is one event of the link.
 */
export async function purgeDeletedLinks({ journal, db, commands, logger, now }: PurgeDeps): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom("links.links")
      .select(["user_id", "id", "revision"])
      .where("deleted_at", "<=", new Date(now() - UNDO_SECONDS * 1000))
      .limit(PURGE_LINKS)
      .execute();
    for (const { user_id: userId, id: linkId, revision } of rows) {
      const subject = aggregateSubject(userId, "links", linkId);
      // One that was saved again since the table was looked at lives on, and so must its past.
      if ((await journal.last(subject))?.sequence !== revision) continue;
      await journal.erase(aggregateSubject(userId, "enrichment", linkId));
      await journal.erase(subject, revision);
      await commands.purge({ userId, linkId }, { commandId: randomUUID(), retry: false });
    }
    if (rows.length > 0) logger.info({ links: rows.length }, "deleted links were given up");
    if (rows.length < PURGE_LINKS) return;
  }
}
