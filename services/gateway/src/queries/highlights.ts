import { domainToASCII } from "node:url";
import { PlaceTime, readCursor, writeCursor } from "@satchel/chassis";
import { type ArchiveTables, toHighlight } from "@satchel/archive/queries";
import {
  HIGHLIGHT_PAGE_SIZE,
  HIGHLIGHT_PAGE_SIZE_MAX,
  HIGHLIGHT_SEARCH_WORDS,
  HighlightId,
  type HighlightListQuery,
  type Link,
  type LinkId,
  type ListedHighlight,
  type UserId,
} from "@satchel/contracts";
import { findLinks, type LinksTables, SHOWN_TITLE } from "@satchel/links/queries";
import { type Kysely, sql } from "kysely";
import Type from "typebox";
import { caseless } from "./caseless.ts";

type Database = Kysely<ArchiveTables & LinksTables>;
type HighlightRow = Parameters<typeof toHighlight>[0];

/** When a highlight was made, and its id. */
const Place = Type.Tuple([PlaceTime, HighlightId]);

/** One page of highlights, and the cursor of the next one, if there is one. */
export interface HighlightPage {
  readonly highlights: ListedHighlight[];
  readonly nextCursor: string | undefined;
}

/**
 * Highlights of all links that are not deleted, the newest first. It goes through the user's highlights in their order; the
 * words are looked for in each, since there are few of them.
 * @throws {SatchelError} `invalid` for a malformed cursor
 */
export async function listAllHighlights(
  db: Database,
  userId: UserId,
  { size = HIGHLIGHT_PAGE_SIZE, cursor, q, color, folder_id, tag }: HighlightListQuery,
): Promise<HighlightPage> {
  const list = ["highlights", userId];
  const conditions = [sql`true`];
  if (color !== undefined) conditions.push(sql`h.color = ${color}`);
  if (folder_id !== undefined) conditions.push(sql`coalesce(l.folder_id, 0) = ${folder_id}`);
  if (tag !== undefined) {
    conditions.push(sql`exists (select from unnest(coalesce(l.own_tags, l.page_tags)) as tag
      where ${caseless(sql`tag`)} = ${caseless(sql`${tag}::text`)})`);
  }
  const searched = sql`concat_ws(' ', h.exact, h.note, ${sql.raw(SHOWN_TITLE)}, l.host)`;
  for (const word of wordsOf(q)) {
    const asked = sql`strpos(${caseless(searched)}, ${caseless(sql`${word}::text`)}) > 0`;
    // Of a host in other letters than ASCII the row has the name that is sent (RFC 5890).
    const host = /[^ -~]/.test(word) ? domainToASCII(word) : "";
    conditions.push(host === "" ? asked : sql`(${asked} or strpos(l.host, ${host}) > 0)`);
  }
  if (cursor !== undefined) {
    const [madeAt, id] = readCursor(list, Place, cursor);
    conditions.push(sql`(h.made_at, h.id) < (${new Date(madeAt)}::timestamptz, ${id}::uuid)`);
  }
  const { rows } = await sql<HighlightRow>`
    select h.* from archive.highlights h
    join links.links l on l.user_id = h.user_id and l.id = h.link_id and l.deleted_at is null
    where h.user_id = ${userId} and h.deleted_at is null and ${sql.join(conditions, sql` and `)}
    order by h.made_at desc, h.id desc
    limit ${size + 1}`.execute(db);
  const last = rows.length > size ? rows[size - 1] : undefined;
  return {
    highlights: await withLinks(db, userId, rows.slice(0, size)),
    nextCursor: last && writeCursor(list, [last.made_at.getTime(), last.id]),
  };
}

const wordsOf = (q = ""): string[] =>
  q
    .toWellFormed()
    .replaceAll("\0", " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, HIGHLIGHT_SEARCH_WORDS);

async function withLinks(db: Database, userId: UserId, rows: readonly HighlightRow[]): Promise<ListedHighlight[]> {
  const links = await findLinks(db, userId, [...new Set(rows.map(({ link_id }) => link_id))]);
  const byId = new Map<LinkId, Link>(links.map((link) => [link.id, link]));
  return rows.flatMap((row) => {
    const link = byId.get(row.link_id);
    if (link === undefined) return [];
    const { id, url, title, site_name, unicode_host, favicon_url, tags, folder_id } = link;
    const host = unicode_host === undefined ? {} : { unicode_host };
    return [{ ...toHighlight(row), link: { id, url, title, site_name, ...host, favicon_url, tags, folder_id } }];
  });
}

/** All highlights of links that are not deleted: link by link, in the order of their texts. */
export async function* exportHighlights(db: Database, userId: UserId): AsyncGenerator<ListedHighlight> {
  for (let last: HighlightRow | undefined; ; ) {
    const after =
      last === undefined
        ? sql`true`
        : sql`(h.link_id, coalesce(h.place_start, 2147483647), h.id) >
            (${last.link_id}::uuid, ${last.place_start ?? 2_147_483_647}, ${last.id}::uuid)`;
    const { rows } = await sql<HighlightRow>`
      select h.* from archive.highlights h
      join links.links l on l.user_id = h.user_id and l.id = h.link_id and l.deleted_at is null
      where h.user_id = ${userId} and h.deleted_at is null and ${after}
      order by h.link_id, coalesce(h.place_start, 2147483647), h.id
      limit ${HIGHLIGHT_PAGE_SIZE_MAX}`.execute(db);
    yield* await withLinks(db, userId, rows);
    last = rows.at(-1);
    if (last === undefined || rows.length < HIGHLIGHT_PAGE_SIZE_MAX) return;
  }
}
