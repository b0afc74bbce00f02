import type { UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import type { ListFilters } from "./list.ts";

/** How many links a list with these filters has, from kept counts. */
export async function countLinks(db: Kysely<LinksTables>, userId: UserId, filters: ListFilters): Promise<number> {
  const column = filters.unvisited_only
    ? filters.favorites_only
      ? "unvisited_favorites"
      : "unvisited"
    : filters.favorites_only
      ? "favorites"
      : "total";
  let select = db
    .selectFrom("links.counts")
    .select(sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`.as("count"))
    .where("user_id", "=", userId);
  if (filters.folder_id !== undefined) select = select.where("folder_id", "=", filters.folder_id);
  return (await select.executeTakeFirstOrThrow()).count;
}
