import type { UserId } from "@satchel/contracts";
import { type RawBuilder, sql } from "kysely";

/** The order of lists. */
export const NEWEST = sql`order by l.saved_at desc, l.position desc`;

/** What the index of words has, up to one more than `most`: as `hits` of a statement, and their `number`. */
export const hitsIn = (matching: RawBuilder<unknown>, most: number): RawBuilder<unknown> => sql`
  hits as materialized (${matching} limit ${most + 1}),
  number as materialized (select count(*)::int as hits from hits)`;

/**
 * The links `l` of the hits, none where there are more than `most`; newest first, so that further conditions are checked until
 * there are enough. With `offset 0` the planner keeps this order of joining and sorting.
 */
export const linksOfHits = (userId: UserId, most: number): RawBuilder<unknown> => sql`(
  select l.* from (select distinct id from hits where (select hits from number) <= ${most}) as hits cross join lateral (
    select * from links.links l where l.user_id = ${userId}::uuid and l.id = hits.id offset 0) as l
  ${NEWEST} offset 0) as l`;
