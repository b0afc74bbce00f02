import { PlaceTime, readCursor, writeCursor } from "@satchel/chassis";
import { DUPLICATE_LINKS, DUPLICATE_PAGES, type Link, MERGE_LINKS, type UserId, UUID } from "@satchel/contracts";
import { type Kysely, type Selectable, sql } from "kysely";
import Type from "typebox";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { SHOWN, toLink } from "./to-link.ts";

/** A page, and the oldest of the user's links that lead to it, {@link MERGE_LINKS} at most. */
interface PageWithLinks {
  readonly pageId: string;
  /** Of all its links. */
  readonly number: number;
  readonly links: readonly Link[];
}

/** Some pages; the cursor of the next ones, if there are more; and the number of all. */
export interface DuplicatesPart {
  readonly pages: readonly PageWithLinks[];
  readonly nextCursor: string | undefined;
  readonly total: number;
}

interface FoundPage {
  readonly page_id: string;
  readonly number: number;
  readonly newest: Date;
  readonly total: number;
}

/** When a link of the page was last saved, and the page's id. */
const Place = Type.Tuple([PlaceTime, Type.String({ pattern: UUID })]);

/**
 * Pages to which several links of the user lead, as `is:duplicate` finds them: the one that was saved last is the first. As
 * many as have {@link DUPLICATE_LINKS} links together, {@link DUPLICATE_PAGES} at most. All of the user's links are grouped in
 * one pass: looking up the pages with several links in a second one takes minutes where statistics are older than an import.
 * @throws {SatchelError} `invalid` for a malformed cursor
 */
export async function listDuplicates(
  db: Kysely<LinksTables>,
  userId: UserId,
  cursor: string | undefined,
): Promise<DuplicatesPart> {
  const list = ["duplicates", userId];
  const after = cursor === undefined ? undefined : readCursor(list, Place, cursor);
  const { rows: found } = await sql<FoundPage>`
    with pages as materialized (
      select page_id, count(*)::int as number, max(saved_at) as newest from links.links
      where user_id = ${userId}::uuid and deleted_at is null group by page_id having count(*) > 1
    )
    select page_id, number, newest, (select count(*)::int from pages) as total from pages
    where ${after === undefined ? sql`true` : sql`(newest, page_id) < (${new Date(after[0])}::timestamptz, ${after[1]}::uuid)`}
    order by newest desc, page_id desc limit ${DUPLICATE_PAGES + 1}`.execute(db);
  const shown = found.slice(0, lengthOfPart(found));
  const last = shown.length < found.length ? shown.at(-1) : undefined;
  const links = await linksOf(
    db,
    userId,
    shown.map(({ page_id }) => page_id),
  );
  return {
    pages: shown.map(({ page_id, number }) => ({ pageId: page_id, number, links: links.get(page_id) ?? [] })),
    nextCursor: last && writeCursor(list, [last.newest.getTime(), last.page_id]),
    total: found[0]?.total ?? 0,
  };
}

/** How many of the found pages are one part: at least one. */
function lengthOfPart(found: readonly FoundPage[]): number {
  let links = 0;
  const full = found.findIndex(({ number }) => (links += Math.min(number, MERGE_LINKS)) > DUPLICATE_LINKS);
  return Math.min(DUPLICATE_PAGES, full === -1 ? found.length : Math.max(1, full));
}

/** The oldest links of each page. */
async function linksOf(
  db: Kysely<LinksTables>,
  userId: UserId,
  pageIds: readonly string[],
): Promise<Map<string, Link[]>> {
  const links = new Map<string, Link[]>();
  if (pageIds.length === 0) return links;
  const { rows } = await sql<Pick<Selectable<LinkRow>, (typeof SHOWN)[number] | "page_id">>`
    select ${sql.join([...SHOWN, "page_id"].map((column) => sql.ref(column)))} from (
      select *, row_number() over (partition by page_id order by created_at, position) as place from links.links
      where user_id = ${userId}::uuid and page_id = any(${[...pageIds]}::uuid[]) and deleted_at is null) as l
    where place <= ${MERGE_LINKS} order by place`.execute(db);
  for (const row of rows) links.set(row.page_id, [...(links.get(row.page_id) ?? []), toLink(row)]);
  return links;
}
