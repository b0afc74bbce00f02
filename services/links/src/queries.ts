import {
  type Link,
  type LinkFilters,
  LINK_PAGE_SIZE,
  type LinkId,
  type LinkListQuery,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { LinkRow, LinksTables } from "./projection/tables.ts";

export type { LinksTables } from "./projection/tables.ts";

type Database = Kysely<LinksTables>;
type LinksQuery<Result> = SelectQueryBuilder<LinksTables, "links.links", Result>;

/** One page of links, and where the next one begins; without a cursor there is none. */
export interface LinkPage {
  readonly links: Link[];
  readonly nextCursor: string | undefined;
}

/**
 * A user's links, the newest saved first. A page is found by the position of the last link before it, so the millionth
 * link costs what the first one does; `page` steps over rows and is for callers without a cursor.
 * @throws {SatchelError} `invalid` on a cursor that is none of ours
 */
export async function listLinks(db: Database, userId: UserId, query: LinkListQuery): Promise<LinkPage> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor } = query;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new SatchelError("invalid", texts.links.cursor);
  let select = filtered(db.selectFrom("links.links").selectAll(), userId, query)
    .orderBy("position", "desc")
    .limit(size + 1);
  if (cursor !== undefined) select = select.where("position", "<", Number(cursor));
  else if (page > 1) select = select.offset((page - 1) * size);
  const rows = await select.execute();
  const last = rows.length > size ? rows[size - 1] : undefined;
  return { links: rows.slice(0, size).map(toLink), nextCursor: last === undefined ? undefined : String(last.position) };
}

/** How many links a list with these filters has, from kept counts. */
export async function countLinks(db: Database, userId: UserId, filters: LinkFilters): Promise<number> {
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

/** One of the user's links; undefined where it is none of theirs or deleted. */
export async function findLink(db: Database, userId: UserId, id: LinkId): Promise<Link | undefined> {
  const row = await filtered(db.selectFrom("links.links").selectAll(), userId, {})
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : toLink(row);
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

// Written as the indexes of the table are, with literals: that a plan may use one must be plain without parameters.
function filtered<Result>(query: LinksQuery<Result>, userId: UserId, filters: LinkFilters): LinksQuery<Result> {
  let select = query.where("user_id", "=", userId).where("deleted_at", "is", null);
  if (filters.favorites_only) select = select.where("is_favorite", "=", sql.lit(true));
  if (filters.unvisited_only) select = select.where("visit_count", "=", sql.lit(0));
  if (filters.folder_id !== undefined) select = select.where(sql`coalesce(folder_id, 0)`, "=", filters.folder_id);
  return select;
}

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

// Eight digits tell one picture of a link from the next one, so that a browser may keep each for ever.
const versionOf = (key: string): string => key.slice(0, 8);

/** A row as the HTTP contract shows it. */
function toLink(row: LinkRow): Link {
  const { preview_key, favicon_key } = row;
  return {
    id: row.id,
    url: row.url,
    title: row.own_title ?? row.page_title ?? row.suggested_title,
    description: row.own_description ?? row.page_description,
    notes: null,
    preview_image_url: preview_key === null ? null : `/api/links/${row.id}/preview?v=${versionOf(preview_key)}`,
    favicon_url:
      favicon_key === null ? null : `/api/links/favicon/${encodeURIComponent(row.host)}?v=${versionOf(favicon_key)}`,
    tags: row.own_tags ?? row.page_tags,
    is_favorite: row.is_favorite,
    folder_id: row.folder_id,
    visit_count: row.visit_count,
    first_visited_at: instant(row.first_visited_at),
    last_visited_at: instant(row.last_visited_at),
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    enrichment: {
      state: row.enrichment_state,
      reason: row.enrichment_reason,
      tried_at: instant(row.enrichment_tried_at),
      attempts: row.enrichment_attempts,
    },
  };
}
