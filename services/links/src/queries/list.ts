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
import { countLinks } from "./counts.ts";
import { readListCursor, writeListCursor } from "./cursor.ts";
import { ORDERS } from "./orders.ts";
import { SHOWN, toLink } from "./to-link.ts";

type Database = Kysely<LinksTables>;
type LinksQuery<Result> = SelectQueryBuilder<LinksTables, "links.links", Result>;

/** A list's filters without a search. */
export type ListFilters = Omit<LinkFilters, "q">;

/** A list and its order; without one the newest are first. */
export type OrderedFilters = ListFilters & Pick<LinkListQuery, "sort">;

/** One page of links, and where the next one begins; without a cursor there is none. */
export interface LinkPage {
  readonly links: Link[];
  readonly nextCursor: string | undefined;
}

/**
 * A user's links in one of their orders. A page is found by the place of the last link before it, so the millionth link
 * costs what the first one does; `page` steps over rows and is for callers without a cursor.
 * @throws {SatchelError} `invalid` on a cursor that is none, or one of another list; `rejected` on a page too far away
 */
export async function listLinks(db: Database, userId: UserId, query: Omit<LinkListQuery, "q">): Promise<LinkPage> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor, ...list } = query;
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  if (skipped > LINKS_SKIPPED) throw new SatchelError("rejected", texts.links.tooDeep);
  const { by, way, behind } = ORDERS[list.sort ?? "newest"];
  const { within, values } = conditionsOf(userId, list);
  let from = "";
  if (cursor !== undefined) {
    const place = readListCursor(userId, list, cursor);
    from = ` and (${by}, position) ${behind} ($${values.push(place.by)}, $${values.push(place.position)})`;
  }
  const order = `order by ${by} ${way}, position ${way}`;
  const range = `limit $${values.push(size + 1)} offset $${values.push(skipped)}`;
  const hasIndex = by === "saved_at" || within === "";
  const statementOf = hasIndex ? ownIndex : (await isShort(db, userId, list)) ? shortList : partOfIndex;
  const { rows } = await db.executeQuery<Pick<LinkRow, (typeof SHOWN)[number] | "title_key">>(
    CompiledQuery.raw(statementOf({ within, from, order, range }), values),
  );
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    links: rows.slice(0, size).map(toLink),
    nextCursor: last && writeListCursor(userId, list, { by: last[by], position: last.position }),
  };
}

/** The parts of a statement that reads a page; the conditions begin with "and". */
interface Parts {
  readonly within: string;
  readonly from: string;
  readonly order: string;
  readonly range: string;
}

// Lists are the most frequent queries. Their SQL is written out, because building it each time costs as much as checking the caller.
const COLUMNS = [...SHOWN, "title_key"].join(", ");
const OF_USER = "user_id = $1 and deleted_at is null";

/** By time, each list has an index of just its rows, in its order; by title, that of all links has. */
const ownIndex = ({ within, from, order, range }: Parts): string =>
  `select ${COLUMNS} from links.links where ${OF_USER}${within}${from} ${order} ${range}`;

/** A part of all titles, of their index. "offset 0" has it gone through in order, and not all of a list put in order. */
const partOfIndex = ({ within, from, order, range }: Parts): string =>
  `select * from (select ${COLUMNS} from links.links where ${OF_USER}${from} ${order} offset 0) as titles
   where true${within} ${order} ${range}`;

/** A list of which few lie between many others is put in order instead. */
const shortList = ({ within, from, order, range }: Parts): string =>
  `with list as materialized (select id, title_key, position from links.links where ${OF_USER}${within}),
     page as (select id from list where true${from} ${order} ${range})
   select ${COLUMNS} from links.links where user_id = $1 and id in (select id from page) ${order}`;

/** Links that are put in order for one page at most. A longer list has, on average, few others between two of its titles. */
const SHORT_LIST = 2000;

const isShort = async (db: Database, userId: UserId, filters: ListFilters): Promise<boolean> =>
  (await countLinks(db, userId, filters)) <= SHORT_LIST;

/** The conditions of a list as the indexes of the table have them: with literals, so that each plan may use its own. */
function conditionsOf(userId: UserId, filters: ListFilters): { readonly within: string; readonly values: unknown[] } {
  const { favorites_only, unvisited_only, folder_id } = filters;
  const values: unknown[] = [userId];
  let within = "";
  if (favorites_only) within += " and is_favorite";
  if (unvisited_only) within += " and visit_count = 0";
  if (folder_id !== undefined) within += ` and coalesce(folder_id, 0) = $${values.push(folder_id)}`;
  return { within, values };
}

/** The ids of a list, the newest first, so many at most. */
export async function listLinkIds(
  db: Database,
  userId: UserId,
  filters: ListFilters,
  limit: number,
): Promise<LinkId[]> {
  const { within, values } = conditionsOf(userId, filters);
  const { rows } = await db.executeQuery<{ id: LinkId }>(
    CompiledQuery.raw(
      `select id from links.links where ${OF_USER}${within}
       order by saved_at desc, position desc limit $${values.push(limit)}`,
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
