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
 * Purges the links whose deletion can't be undone any more. First their events are erased from the journal, up to the
 * deletion, then `LinkPurged` is appended: after a crash in between the row still exists, and the next run repeats both. An id
 * and `LinkPurged` remain. Several replicas may run it at the same time: erasing twice does nothing, and the purge is one
 * event of the link. If the link is saved at the same time, its new `LinkSaved` comes after the erased events.
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
