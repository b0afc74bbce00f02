import { prepared } from "@satchel/chassis";
import {
  LINK_PAGE_SIZE,
  type Link,
  type LinkId,
  type LinkListQuery,
  LINKS_SKIPPED,
  SatchelError,
  type UserId,
  laterTexts,
} from "@satchel/contracts";
import { CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { countLinks } from "./counts.ts";
import { readListCursor, writeListCursor } from "./cursor.ts";
import type { ListFilters } from "./filters.ts";
import { ORDERS } from "./orders.ts";
import { SHOWN, toLink } from "./to-link.ts";

type Database = Kysely<LinksTables>;
type LinksQuery<Result> = SelectQueryBuilder<LinksTables, "links.links", Result>;

/** One page of links, and the cursor of the next one, if there is one. */
export interface LinkPage {
  readonly links: Link[];
  readonly nextCursor: string | undefined;
}

/**
 * A user's links in one of the orders. With a cursor a page begins after the last link of the page before, so all pages cost
 * the same; `page` skips rows, for callers without a cursor.
 * @throws {SatchelError} `invalid` for a cursor that is malformed or of another list; `rejected` for a page too far away
 */
export async function listLinks(db: Database, userId: UserId, query: Omit<LinkListQuery, "q">): Promise<LinkPage> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor, ...list } = query;
  const skipped = cursor === undefined ? (page - 1) * size : 0;
  if (skipped > LINKS_SKIPPED) throw new SatchelError("rejected", laterTexts.lists.tooDeep);
  const { by, direction, comparison } = ORDERS[list.sort ?? "newest"];
  const { within, values } = conditionsOf(userId, list);
  let from = "";
  if (cursor !== undefined) {
    const place = readListCursor(userId, list, cursor);
    from = ` and (${by}, position) ${comparison} ($${values.push(place.by)}, $${values.push(place.position)})`;
  }
  const order = `order by ${by} ${direction}, position ${direction}`;
  const range = `limit $${values.push(size + 1)} offset $${values.push(skipped)}`;
  const hasIndex = by === "saved_at" || within === "";
  const statementOf = hasIndex ? byOwnIndex : (await isShort(db, userId, list)) ? bySorting : byFilteredIndex;
  const { rows } = await db.executeQuery<Pick<LinkRow, (typeof SHOWN)[number] | "title_key">>(
    CompiledQuery.raw(statementOf({ within, from, order, range }), values),
  );
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    links: rows.slice(0, size).map(toLink),
    nextCursor: last && writeListCursor(userId, list, { by: last[by], position: last.position }),
  };
}

/** The parts of a statement that reads a page. Conditions begin with "and". */
interface StatementParts {
  readonly within: string;
  readonly from: string;
  readonly order: string;
  readonly range: string;
}

// Lists are the most frequent queries. Their SQL is text, because building it costs as much time as authenticating the caller.
const COLUMNS = [...SHOWN, "title_key"].join(", ");
const OF_USER = "user_id = $1 and deleted_at is null";

/** For a list with an index of its rows in its order: each list by time, and the list of all links by title. */
const byOwnIndex = ({ within, from, order, range }: StatementParts): string =>
  `select ${COLUMNS} from links.links where ${OF_USER}${within}${from} ${order} ${range}`;

/** For a part of all titles: scans the index of all. "offset 0" keeps the planner from sorting the list instead. */
const byFilteredIndex = ({ within, from, order, range }: StatementParts): string =>
  `select * from (select ${COLUMNS} from links.links where ${OF_USER}${from} ${order} offset 0) as titles
   where true${within} ${order} ${range}`;

/** For a short list of titles: sorts it. */
const bySorting = ({ within, from, order, range }: StatementParts): string =>
  `with list as materialized (select id, title_key, position from links.links where ${OF_USER}${within}),
     page as (select id from list where true${from} ${order} ${range})
   select ${COLUMNS} from links.links where user_id = $1 and id in (select id from page) ${order}`;

/** Links that are sorted for one page, at most. In the index of all titles a longer list has few others between its links. */
const SHORT_LIST = 2000;

const isShort = async (db: Database, userId: UserId, filters: ListFilters): Promise<boolean> =>
  (await countLinks(db, userId, filters)) <= SHORT_LIST;

/** The conditions of a list as in the table's partial indexes: with literals, so that the planner can use these. */
function conditionsOf(userId: UserId, filters: ListFilters): { readonly within: string; readonly values: unknown[] } {
  const { favorites_only, unvisited_only, folder_id } = filters;
  const values: unknown[] = [userId];
  let within = "";
  if (favorites_only) within += " and is_favorite";
  if (unvisited_only) within += " and visit_count = 0";
  if (folder_id !== undefined) within += ` and coalesce(folder_id, 0) = $${values.push(folder_id)}`;
  return { within, values };
}

/** The ids of a list, the newest first. */
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

/** Which of some of the user's links are items: mails and files. */
export async function itemIds(db: Database, userId: UserId, ids: readonly LinkId[]): Promise<Set<LinkId>> {
  const rows = await ofUser(db.selectFrom("links.links").select("id"), userId)
    .where("id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    // As `isItem` knows them.
    .where("url", "like", "mid:%")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** One of the user's links; undefined when the user has no such link, or it is deleted. */
export async function findLink(db: Database, userId: UserId, id: LinkId): Promise<Link | undefined> {
  return (await findLinks(db, userId, [id]))[0];
}

const BY_IDS = prepared(`select ${SHOWN.join(", ")} from links.links where ${OF_USER} and id = any($2::uuid[])`);

/** Some of the user's links, in no order, without deleted ones and those of others. */
export async function findLinks(db: Database, userId: UserId, ids: readonly LinkId[]): Promise<Link[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.executeQuery<Pick<LinkRow, (typeof SHOWN)[number]>>(
    CompiledQuery.raw(BY_IDS, [userId, ids]),
  );
  return rows.map(toLink);
}

/** The key of the preview picture of one of the user's links. */
export async function findPreviewKey(db: Database, userId: UserId, id: LinkId): Promise<string | undefined> {
  const row = await ofUser(db.selectFrom("links.links").select("preview_key"), userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.preview_key ?? undefined;
}

/** The key of a host's icon, from the newest of the user's links that lead there. */
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
