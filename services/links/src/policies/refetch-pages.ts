import type { PageJobs } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { REFETCH_LINKS, REFETCH_PAUSE_MS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";

/** The pages to refetch: those whose last fetch failed, or was at least so many days ago. */
export type RefetchFilter = { readonly kind: "failed" } | { readonly kind: "older-than"; readonly days: number };

interface RefetchDeps {
  readonly db: Kysely<LinksTables>;
  readonly jobs: Pick<PageJobs, "submit">;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

export interface RefetchOptions {
  readonly where: RefetchFilter;
  /** Only links of this user. */
  readonly userId?: UserId | undefined;
  /** Only count the links. */
  readonly dryRun?: boolean | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Submits refetch jobs for pages. Their queue is separate and has a low concurrency, so new links do not wait for them. A
 * second call has no effect: the queue takes a link once, and pages fetched within {@link REFETCH_PAUSE_MS} are skipped.
 * @returns the number of matching links, and how many of them were not in the queue already
 */
export async function refetchPages(
  { db, jobs, now }: RefetchDeps,
  { where, userId, dryRun = false }: RefetchOptions,
): Promise<{ found: number; sent: number }> {
  const before = new Date(now() - (where.kind === "failed" ? REFETCH_PAUSE_MS : where.days * DAY_MS));
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
    const rows = await query.orderBy("user_id").orderBy("id").limit(REFETCH_LINKS).execute();
    for (const row of rows) {
      found++;
      if (!dryRun && (await jobs.submit({ kind: "describe", userId: row.user_id, linkId: row.id }))) sent++;
    }
    last = rows.at(-1);
    if (last === undefined) return { found, sent };
  }
}
