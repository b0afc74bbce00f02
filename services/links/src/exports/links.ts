import type { Link, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { SHOWN_TITLE } from "../projection/shown-title.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { instant } from "../queries/to-link.ts";

/** An exported link: the data that its owner sees. */
export type ExportedLink = Pick<
  Link,
  | "url"
  | "title"
  | "description"
  | "notes"
  | "tags"
  | "is_favorite"
  | "folder_id"
  | "visit_count"
  | "first_visited_at"
  | "last_visited_at"
  | "created_at"
  | "saved_at"
>;

/** Links per query: an export holds as many in memory. */
const PAGE = 500;

type Times = "first_visited_at" | "last_visited_at" | "created_at" | "saved_at";
type Row = Omit<ExportedLink, Times> & Pick<LinkRow, Times | "position">;

/**
 * A user's links, oldest first, or those of one folder (0: without a folder). Each page of rows is read when the one before
 * was consumed. A link that is saved again in the meantime may be exported twice.
 */
export async function* exportLinks(
  db: Kysely<LinksTables>,
  userId: UserId,
  folderId?: number,
): AsyncGenerator<ExportedLink> {
  const inFolder = folderId === undefined ? sql`` : sql`and coalesce(folder_id, 0) = ${folderId}`;
  for (let after = sql``; ; ) {
    const { rows } = await sql<Row>`
      select url, ${sql.raw(SHOWN_TITLE)} as title,
        coalesce(own_description, page_description) as description, notes, coalesce(own_tags, page_tags) as tags,
        is_favorite, folder_id, visit_count, first_visited_at, last_visited_at, created_at, saved_at, position
      from links.links
      where user_id = ${userId} and deleted_at is null ${inFolder} ${after}
      order by saved_at, position limit ${PAGE}`.execute(db);
    for (const row of rows) yield toExported(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = sql`and (saved_at, position) > (${last.saved_at}, ${last.position})`;
  }
}

function toExported(row: Row): ExportedLink {
  const { position: _, ...fields } = row;
  return {
    ...fields,
    first_visited_at: instant(row.first_visited_at),
    last_visited_at: instant(row.last_visited_at),
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
  };
}
