import type { ArchiveTables } from "@satchel/archive/queries";
import type { Link, LinkId, UserId } from "@satchel/contracts";
import { findLinks, type LinksTables, SHOWN_TITLE } from "@satchel/links/queries";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SearchNode } from "../linkding/search.ts";
import { TAG_BREAKS } from "../linkding/tags.ts";
import { caseless } from "./caseless.ts";

type Database = Kysely<ArchiveTables & LinksTables>;

/** A link with what linkding's apps are shown of it besides. */
export interface Bookmark {
  readonly link: Link;
  /** Its id for them. */
  readonly number: number;
  readonly changedAt: Date;
  /** Its article was read to the end, or marked as done. */
  readonly isArchived: boolean;
  /** Of its page. */
  readonly author: string | null;
}

/** A list of bookmarks; what is undefined does not narrow it. */
export interface BookmarkFilters {
  readonly isArchived?: boolean | undefined;
  readonly isUnread?: boolean | undefined;
  readonly isFavorite?: boolean | undefined;
  /** Whether a copy with an article is kept of it. */
  readonly hasArticle?: true | undefined;
  readonly search?: SearchNode | undefined;
  readonly folderId?: number | undefined;
  readonly ids?: readonly LinkId[] | undefined;
  readonly addedAfter?: Date | undefined;
  readonly changedAfter?: Date | undefined;
}

export interface BookmarkPageQuery extends BookmarkFilters {
  readonly sort: keyof typeof ORDERS;
  readonly limit: number;
  readonly offset: number;
}

const ORDERS = {
  added_desc: "saved_at desc, position desc",
  added_asc: "saved_at asc, position asc",
  modified_desc: "changed_at desc, number desc",
  modified_asc: "changed_at asc, number asc",
  title_asc: "title_key asc, position asc",
  title_desc: "title_key desc, position desc",
} as const;

/** The name of an order, or that of a list that names none. */
export const sortOf = (name: string | undefined): BookmarkPageQuery["sort"] =>
  name !== undefined && Object.hasOwn(ORDERS, name) ? (name as BookmarkPageQuery["sort"]) : "added_desc";

/** Thousandths of an article that was read. */
export const READ_TO_THE_END = 1000;

const IS_ARCHIVED = sql<boolean>`exists (select from archive.readings r
  where r.user_id = l.user_id and r.link_id = l.id and r.part = ${sql.lit(READ_TO_THE_END)})`;

const HAS_ARTICLE = sql<boolean>`exists (select from archive.copies c
  where c.user_id = l.user_id and c.link_id = l.id and c.deleted_at is null and c.words > 0)`;

/**
 * What a search looks into, once for each link: its texts, and its tags as linkding's apps see them. "offset 0" keeps the
 * planner from computing it for each condition of the search.
 */
const SEARCHED = sql`cross join lateral (select
  ${caseless(sql.raw(`concat_ws(E'\\n', ${SHOWN_TITLE}, coalesce(own_description, page_description), notes, url)`))} as text,
  array(select ${caseless(sql`regexp_replace(tag, ${sql.lit(TAG_BREAKS)}, '-', 'g')`)}
    from unnest(coalesce(own_tags, page_tags)) as tag) as tags
  offset 0) as t`;

/** The ids of one page of a list, and the number of bookmarks on all its pages, both of one moment. */
export async function listBookmarks(
  db: Database,
  userId: UserId,
  { sort, limit, offset, ...filters }: BookmarkPageQuery,
): Promise<{ readonly count: number; readonly ids: LinkId[] }> {
  const { rows } = await sql<{ count: number; ids: LinkId[] }>`
    with list as materialized (
      select l.id, l.saved_at, l.position, l.changed_at, l.number, l.title_key
      from links.links l ${filters.search === undefined ? sql`` : SEARCHED}
      where ${sql.join(conditionsOf(userId, filters), sql` and `)})
    select (select count(*)::int from list) as count,
      array(select id from list order by ${sql.raw(ORDERS[sort])} limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

function conditionsOf(userId: UserId, filters: BookmarkFilters): RawBuilder<unknown>[] {
  const { isArchived, isUnread, isFavorite, hasArticle, search, folderId, ids, addedAfter, changedAfter } = filters;
  return [
    sql`l.user_id = ${userId}::uuid and l.deleted_at is null`,
    ...(isArchived === undefined ? [] : [isArchived ? IS_ARCHIVED : sql`not ${IS_ARCHIVED}`]),
    ...(isUnread === undefined ? [] : [isUnread ? sql`l.visit_count = 0` : sql`l.visit_count > 0`]),
    ...(isFavorite === undefined ? [] : [isFavorite ? sql`l.is_favorite` : sql`not l.is_favorite`]),
    ...(hasArticle === undefined ? [] : [HAS_ARTICLE]),
    ...(folderId === undefined ? [] : [sql`coalesce(l.folder_id, 0) = ${folderId}`]),
    ...(ids === undefined ? [] : [sql`l.id = any(${[...ids]}::uuid[])`]),
    ...(addedAfter === undefined ? [] : [sql`l.saved_at > ${addedAfter.toISOString()}::timestamptz`]),
    ...(changedAfter === undefined ? [] : [sql`l.changed_at > ${changedAfter.toISOString()}::timestamptz`]),
    ...(search === undefined ? [] : [matches(search)]),
  ];
}

function matches(node: SearchNode): RawBuilder<unknown> {
  switch (node.kind) {
    case "text":
      return sql`strpos(t.text, ${caseless(sql`${node.value}::text`)}) > 0`;
    case "tag":
      return sql`${caseless(sql`${node.value}::text`)} = any(t.tags)`;
    case "unread":
      return sql`l.visit_count = 0`;
    case "untagged":
      return sql`cardinality(coalesce(l.own_tags, l.page_tags)) = 0`;
    case "anything":
      return sql`true`;
    case "not":
      return sql`not (${matches(node.operand)})`;
    case "and":
      return sql`(${matches(node.left)} and ${matches(node.right)})`;
    case "or":
      return sql`(${matches(node.left)} or ${matches(node.right)})`;
  }
}

/** The link that has this number for linkding's apps; undefined when the user has no such link, or it is deleted. */
export async function findNumbered(db: Database, userId: UserId, number: number): Promise<LinkId | undefined> {
  const row = await db
    .selectFrom("links.links")
    .select("id")
    .where("user_id", "=", userId)
    .where("number", "=", number)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}

/** Some of the user's links as bookmarks, in the order of the ids, without deleted ones and those of others. */
export async function findBookmarks(db: Database, userId: UserId, ids: readonly LinkId[]): Promise<Bookmark[]> {
  if (ids.length === 0) return [];
  const [links, beside] = await Promise.all([
    findLinks(db, userId, ids),
    sql<{ id: LinkId; number: number; changed_at: Date; author: string | null; is_archived: boolean }>`
      select l.id, l.number, l.changed_at, l.author, ${IS_ARCHIVED} as is_archived from links.links l
      where l.user_id = ${userId} and l.id = any(${[...ids]}::uuid[])`.execute(db),
  ]);
  const linkOf = new Map(links.map((link) => [link.id, link]));
  const besideOf = new Map(beside.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [link, row] = [linkOf.get(id), besideOf.get(id)];
    if (link === undefined || row === undefined) return [];
    const { number, changed_at: changedAt, is_archived: isArchived, author } = row;
    return [{ link, number, changedAt, isArchived, author }];
  });
}
