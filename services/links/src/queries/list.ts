import {
  LINK_PAGE_SIZE,
  type Link,
  type LinkFilters,
  type LinkId,
  type LinkListQuery,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
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
  if (skipped > SKIPPED) throw new SatchelError("rejected", texts.links.tooDeep);
  let select = inOrder(filtered(db.selectFrom("links.links").select(SHOWN), userId, filters)).limit(size + 1);
  if (cursor !== undefined) {
    const { savedAt, position } = readListCursor(userId, filters, cursor);
    select = select.where(sql<boolean>`(saved_at, position) < (${savedAt}, ${position})`);
  } else if (skipped > 0) select = select.offset(skipped);
  const rows = await select.execute();
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    links: rows.slice(0, size).map(toLink),
    nextCursor: last && writeListCursor(userId, filters, { savedAt: last.saved_at, position: last.position }),
  };
}

/** Links that `page` steps over at most: an OFFSET costs what it skips. Whoever wants more follows the cursor. */
const SKIPPED = 1000;

/** The ids of a list, the newest first, so many at most. */
export async function listLinkIds(
  db: Database,
  userId: UserId,
  filters: ListFilters,
  limit: number,
): Promise<LinkId[]> {
  const rows = await inOrder(filtered(db.selectFrom("links.links").select("id"), userId, filters))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** One of the user's links; undefined where it is none of theirs or deleted. */
export async function findLink(db: Database, userId: UserId, id: LinkId): Promise<Link | undefined> {
  return (await findLinks(db, userId, [id]))[0];
}

/** Some of the user's links, in no order; what is none of theirs or deleted is missing. */
export async function findLinks(db: Database, userId: UserId, ids: readonly LinkId[]): Promise<Link[]> {
  if (ids.length === 0) return [];
  const rows = await filtered(db.selectFrom("links.links").select(SHOWN), userId, {})
    .where("id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(toLink);
}

/** Where the preview picture of one of the user's links is kept. */
export async function findPreviewKey(db: Database, userId: UserId, id: LinkId): Promise<string | undefined> {
  const row = await filtered(db.selectFrom("links.links").select("preview_key"), userId, {})
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.preview_key ?? undefined;
}

/** Where the icon of a host is kept, by the newest of the user's own links there. */
export async function findFaviconKey(db: Database, userId: UserId, host: string): Promise<string | undefined> {
  const row = await filtered(db.selectFrom("links.links").select("favicon_key"), userId, {})
    .where("host", "=", host)
    .where("favicon_key", "is not", null)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.favicon_key ?? undefined;
}

const inOrder = <Result>(query: LinksQuery<Result>): LinksQuery<Result> =>
  query.orderBy("saved_at", "desc").orderBy("position", "desc");

// Written as the indexes of the table are, with literals: that a plan may use one must be plain without parameters.
function filtered<Result>(query: LinksQuery<Result>, userId: UserId, filters: ListFilters): LinksQuery<Result> {
  let select = query.where("user_id", "=", userId).where("deleted_at", "is", null);
  if (filters.favorites_only) select = select.where("is_favorite", "=", sql.lit(true));
  if (filters.unvisited_only) select = select.where("visit_count", "=", sql.lit(0));
  if (filters.folder_id !== undefined) select = select.where(sql`coalesce(folder_id, 0)`, "=", filters.folder_id);
  return select;
}
