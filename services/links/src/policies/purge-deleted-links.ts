import type { Logger } from "@satchel/chassis";
import { UNDO_SECONDS } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { type PurgeLinkDeps, type PurgeTarget, purgeLink } from "../commands/purge-link.ts";
import { CLOCKS_DIFFER_MS, PURGE_LINKS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

export interface PurgeDeps extends PurgeLinkDeps {
  readonly db: Kysely<LinksTables>;
  readonly logger: Logger;
}

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
  for (let last: PurgeTarget | undefined; ; ) {
    let query = db.selectFrom("links.links").select(["user_id", "id", "revision"]).where("deleted_at", "<=", before);
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    const rows = await query.orderBy("user_id").orderBy("id").limit(PURGE_LINKS).execute();
    for (const row of rows) if (await purgeLink(deps, row)) count++;
    last = rows.at(-1);
    if (last === undefined) break;
  }
  if (count > 0) logger.info({ links: count }, "deleted links were purged");
}
