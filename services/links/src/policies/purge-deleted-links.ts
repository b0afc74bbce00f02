import { randomUUID } from "node:crypto";
import type { Journal, Logger } from "@satchel/chassis";
import { aggregateSubject, IMPORTED_DELETION_MS, UNDO_SECONDS } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinkCommands } from "../commands/links.ts";
import { CLOCKS_DIFFER_MS, PURGE_LINKS } from "../limits.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";

export interface PurgeDeps {
  readonly journal: Journal;
  readonly db: Kysely<LinksTables>;
  readonly commands: Pick<LinkCommands, "purge">;
  readonly logger: Logger;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

type Given = Pick<LinkRow, "user_id" | "id" | "revision">;

/**
 * Gives up the deleted links whose deletion can't be undone any more. What the journal holds of such a link is erased
 * first, up to its deletion, and LinkPurged is appended then: who dies in between leaves the row, and the next look begins
 * anew. What stays says of a link of which nothing is known that it is gone. Replicas may look at the same moment: erasing
 * what is erased does nothing, and giving up is one event of the link. Somebody may save it at the same moment: that
 * begins anew with a LinkSaved of its own, which is never before what is erased here.
 */
export async function purgeDeletedLinks(deps: PurgeDeps): Promise<void> {
  const { db, logger, now } = deps;
  const before = new Date(now() - UNDO_SECONDS * 1000 - CLOCKS_DIFFER_MS);
  let count = 0;
  for (let last: Given | undefined; ; ) {
    let query = db.selectFrom("links.links").select(["user_id", "id", "revision"]).where("deleted_at", "<=", before);
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    const rows = await query.orderBy("user_id").orderBy("id").limit(PURGE_LINKS).execute();
    for (const row of rows) if (await giveUp(deps, row)) count++;
    last = rows.at(-1);
    if (last === undefined) break;
  }
  if (count > 0) logger.info({ links: count }, "deleted links were given up");
}

/** Gives one link up; one that was saved again since the table was looked at lives on. @returns whether it was given up */
async function giveUp(
  { journal, commands, now }: PurgeDeps,
  { user_id: userId, id: linkId, revision }: Given,
): Promise<boolean> {
  const subject = aggregateSubject(userId, "links", linkId);
  const page = aggregateSubject(userId, "enrichment", linkId);
  // Looked at first: what is said of the page later may be said of a link that began anew.
  const lastOfPage = await journal.last(page);
  const last = await journal.last(subject);
  if (last?.sequence !== revision) return false;
  // Further on in the file that an old deletion came from it may be taken back.
  if (now() - (last.importedAt?.getTime() ?? 0) < IMPORTED_DELETION_MS) return false;
  if (lastOfPage !== undefined) await journal.erase(page, lastOfPage.sequence + 1);
  await journal.erase(subject, revision);
  await commands.purge({ userId, linkId }, { commandId: randomUUID(), retry: false });
  return true;
}
