import { prepared } from "@satchel/chassis";
import type { ListCounts, UserId } from "@satchel/contracts";
import { CompiledQuery, type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import type { ListFilters } from "./filters.ts";

/** The number of links in a list with these filters, from the counts in the tables. */
export async function countLinks(db: Kysely<LinksTables>, userId: UserId, filters: ListFilters): Promise<number> {
  const column = filters.unvisited_only
    ? filters.favorites_only
      ? "unvisited_favorites"
      : "unvisited"
    : filters.favorites_only
      ? "favorites"
      : "total";
  const inFolder = filters.folder_id === undefined ? "" : " and folder_id = $2";
  const values = filters.folder_id === undefined ? [userId] : [userId, filters.folder_id];
  const { rows } = await db.executeQuery<{ count: number }>(
    CompiledQuery.raw(
      prepared(`select coalesce(sum(${column}), 0)::int as count from links.counts where user_id = $1${inFolder}`),
      values,
    ),
  );
  return rows[0]?.count ?? 0;
}

/** The numbers of links in all lists that are not searches. */
export async function countLists(db: Kysely<LinksTables>, userId: UserId): Promise<ListCounts> {
  const rows = await db
    .selectFrom("links.counts")
    .select(["folder_id", "total", "favorites", "unvisited"])
    .where("user_id", "=", userId)
    .execute();
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
  return {
    all: sum(rows.map(({ total }) => total)),
    favorites: sum(rows.map(({ favorites }) => favorites)),
    unvisited: sum(rows.map(({ unvisited }) => unvisited)),
    folders: Object.fromEntries(
      rows.filter(({ folder_id, total }) => folder_id !== 0 && total > 0).map((row) => [row.folder_id, row.total]),
    ),
  };
}

/** How many links accounts have; those without one are missing. For the operator. */
export const countLinksOf = (
  db: Kysely<LinksTables>,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; links: number }[]> =>
  db
    .selectFrom("links.counts")
    .select(["user_id as userId", sql<number>`sum(total)::int`.as("links")])
    .where("user_id", "=", sql<UserId>`any(${[...userIds]}::uuid[])`)
    .groupBy("user_id")
    .having(sql<boolean>`sum(total) > 0`)
    .execute();
