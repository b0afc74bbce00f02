import {
  LINK_PAGE_SIZE,
  type Link,
  type LinkFilters,
  type LinkId,
  type LinkListQuery,
  LINKS_SKIPPED,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { readListCursor, writeListCursor } from "./cursor.ts";
import { SHOWN, toLink } from "./to-link.ts";

type Database = Kysely<LinksTables>;
type LinksQuery<Result> = SelectQueryBuilder<LinksTables, "links.links", Result>;

/** A list's filters without a search. */
export type ListFilters = Omit<LinkFilters, "q">;

/** One page of links, and where the next one begins; without a cursor there is none. */
export interface LinkPage {
  readonly links: Link[];
  readonly nextCursor: string | undefined;
}

/**
 * A user's links, the newest saved first. A page is found by the place of the last link before it, so the millionth link
 * costs what the first one does; `page` steps over rows and is for callers without a cursor.
 * @throws {SatchelError} `invalid` on a cursor that is none, or one of another list; `rejected` on a page too far away
 */
export async function listLinks(db: Database, userId: UserId, query: Omit<LinkListQuery, "q">): Promise<LinkPage> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor, ...filters } = query;
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  if (skipped > LINKS_SKIPPED) throw new SatchelError("rejected", texts.links.tooDeep);
  const { where, values } = conditionsOf(userId, filters);
  let behind = "";
  if (cursor !== undefined) {
    const { savedAt, position } = readListCursor(userId, filters, cursor);
    behind = `and (saved_at, position) < ($${values.push(savedAt)}, $${values.push(position)})`;
  }
  const { rows } = await db.executeQuery<Pick<LinkRow, (typeof SHOWN)[number]>>(
    CompiledQuery.raw(
      `select ${COLUMNS} from links.links where ${where} ${behind}
       order by saved_at desc, position desc limit $${values.push(size + 1)} offset $${values.push(skipped)}`,
      values,
    ),
  );
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    links: rows.slice(0, size).map(toLink),
    nextCursor: last && writeListCursor(userId, filters, { savedAt: last.saved_at, position: last.position }),
  };
}

// Lists are what is asked for most: written out, for building them anew each time costs as much as checking the caller.
const COLUMNS = SHOWN.join(", ");

/** The conditions of a list as the indexes of the table have them: with literals, so that each plan may use its own. */
function conditionsOf(userId: UserId, filters: ListFilters): { readonly where: string; readonly values: unknown[] } {
  const { favorites_only, unvisited_only, folder_id } = filters;
  const values: unknown[] = [userId];
  const conditions = ["user_id = $1", "deleted_at is null"];
  if (favorites_only) conditions.push("is_favorite");
  if (unvisited_only) conditions.push("visit_count = 0");
  if (folder_id !== undefined) conditions.push(`coalesce(folder_id, 0) = $${values.push(folder_id)}`);
  return { where: conditions.join(" and "), values };
}

/** The ids of a list, the newest first, so many at most. */
export async function listLinkIds(
  db: Database,
  userId: UserId,
  filters: ListFilters,
  limit: number,
): Promise<LinkId[]> {
  const { where, values } = conditionsOf(userId, filters);
  const { rows } = await db.executeQuery<{ id: LinkId }>(
    CompiledQuery.raw(
      `select id from links.links where ${where} order by saved_at desc, position desc limit $${values.push(limit)}`,
      values,
    ),
  );
  return rows.map(({ id }) => id);
}

/** One of the user's links; undefined where it is none of theirs or deleted. */
export async function findLink(db: Database, userId: UserId, id: LinkId): Promise<Link | undefined> {
  return (await findLinks(db, userId, [id]))[0];
}

/** Some of the user's links, in no order; what is none of theirs or deleted is missing. */
export async function findLinks(db: Database, userId: UserId, ids: readonly LinkId[]): Promise<Link[]> {
  if (ids.length === 0) return [];
  const rows = await ofUser(db.selectFrom("links.links").select(SHOWN), userId)
    .where("id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toLink);
}

/** Where the preview picture of one of the user's links is kept. */
export async function findPreviewKey(db: Database, userId: UserId, id: LinkId): Promise<string | undefined> {
  const row = await ofUser(db.selectFrom("links.links").select("preview_key"), userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.preview_key ?? undefined;
}

/** Where the icon of a host is kept, by the newest of the user's own links that lead there. */
export async function findFaviconKey(db: Database, userId: UserId, host: string): Promise<string | undefined> {
  const row = await ofUser(db.selectFrom("links.links").select("favicon_key"), userId)
    .where(sql`coalesce(final_host, host)`, "=", host)
    .where("favicon_key", "is not", null)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.favicon_key ?? undefined;
}

const ofUser = <Result>(query: LinksQuery<Result>, userId: UserId): LinksQuery<Result> =>
  query.where("user_id", "=", userId).where("deleted_at", "is", null);
