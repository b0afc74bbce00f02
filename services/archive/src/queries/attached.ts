import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { ArchiveTables } from "../projection/tables.ts";

/** The numbers of copies and highlights of a link, without deleted ones. */
export interface AttachedCounts {
  readonly copies: number;
  readonly highlights: number;
}

/** What these links have, of those that have something. */
export async function countAttached(
  db: Kysely<ArchiveTables>,
  userId: UserId,
  ids: readonly LinkId[],
): Promise<Map<LinkId, AttachedCounts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<AttachedCounts & { link_id: LinkId }>`
    select link_id, sum(copies)::int as copies, sum(highlights)::int as highlights from (
      select link_id, 1 as copies, 0 as highlights from archive.copies
      where user_id = ${userId}::uuid and link_id = any(${[...ids]}::uuid[]) and deleted_at is null
      union all
      select link_id, 0, 1 from archive.highlights
      where user_id = ${userId}::uuid and link_id = any(${[...ids]}::uuid[]) and deleted_at is null
    ) as attached group by link_id`.execute(db);
  return new Map(rows.map(({ link_id, copies, highlights }) => [link_id, { copies, highlights }]));
}
