import type { PageJobs } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { AGAIN_LINKS, AGAIN_PAUSE_MS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

/** The links to refetch: those whose page could not be fetched, or was fetched at least so many days ago. */
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
  /** Dry run: counts only. */
  readonly dryRun?: boolean | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Submits refetch jobs for pages. They have a queue of their own with little concurrency, so new links do not wait for them.
 * Two calls have the effect of one: the queue takes a link once, and pages fetched within {@link AGAIN_PAUSE_MS} are skipped.
 * @returns the number of matching links, and how many of them were not in the queue already
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
