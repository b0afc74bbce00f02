import type { PageJobs } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { AGAIN_LINKS, AGAIN_PAUSE_MS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

/** Which links are described again: those whose page could not be had, or was looked at so many days ago or more. */
export type Again = { readonly kind: "failed" } | { readonly kind: "older-than"; readonly days: number };

export interface AgainDeps {
  readonly db: Kysely<LinksTables>;
  readonly jobs: Pick<PageJobs, "submit">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

export interface AgainOptions {
  readonly where: Again;
  /** Only links of this user. */
  readonly userId?: UserId | undefined;
  /** Looks what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Has pages described again that were described, or could not be had, before. They are laid into a line of their own that is
 * worked off a few at a time, so nobody who saves a link waits for them. Whoever calls this twice does it once: the line
 * takes a link once, and what was looked at within {@link AGAIN_PAUSE_MS} is passed over.
 * @returns how many links are meant, and how many of them were not in the line already
 */
export async function describeAgain(
  { db, jobs, now }: AgainDeps,
  { where, userId, dryRun = false }: AgainOptions,
): Promise<{ found: number; sent: number }> {
  const before = new Date(now() - (where.kind === "failed" ? AGAIN_PAUSE_MS : where.days * DAY_MS));
  const states = where.kind === "failed" ? ["failed"] : ["failed", "done"];
  let [found, sent] = [0, 0];
  for (let last: { user_id: UserId; id: LinkId } | undefined; ; ) {
    let query = db
      .selectFrom("links.links")
      .select(["user_id", "id"])
      .where("deleted_at", "is", null)
      .where("enrichment_state", "in", states as ("failed" | "done")[])
      .where("enrichment_tried_at", "<=", before);
    if (userId !== undefined) query = query.where("user_id", "=", userId);
    if (last !== undefined) query = query.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`);
    const rows = await query.orderBy("user_id").orderBy("id").limit(AGAIN_LINKS).execute();
    for (const row of rows) {
      found++;
      if (!dryRun && (await jobs.submit({ kind: "describe", userId: row.user_id, linkId: row.id }))) sent++;
    }
    last = rows.at(-1);
    if (last === undefined) return { found, sent };
  }
}
