import type { Highlight, HighlightId, LinkId, UserId } from "@satchel/contracts";
import type { Kysely, Selectable } from "kysely";
import type { ArchiveTables, HighlightRow } from "../projection/tables.ts";

type Database = Kysely<ArchiveTables>;

/** A row in the form of the HTTP contract. */
export const toHighlight = (row: Selectable<HighlightRow>): Highlight => ({
  id: row.id,
  link_id: row.link_id,
  quote: { exact: row.exact, prefix: row.prefix, suffix: row.suffix },
  position: row.place_start === null || row.place_end === null ? null : { start: row.place_start, end: row.place_end },
  text_hash: row.text_hash,
  version: row.version,
  color: row.color,
  note: row.note,
  created_at: row.made_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
});

/** The highlights of a link that are not deleted, in the order of its text; without a position they come last. */
export async function listHighlights(db: Database, userId: UserId, linkId: LinkId): Promise<Highlight[]> {
  const rows = await db
    .selectFrom("archive.highlights")
    .selectAll()
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .where("deleted_at", "is", null)
    .orderBy("place_start", (order) => order.asc().nullsLast())
    .orderBy("made_at")
    .orderBy("id")
    .execute();
  return rows.map(toHighlight);
}

/** A highlight that is not deleted. */
export async function findHighlight(
  db: Database,
  userId: UserId,
  linkId: LinkId,
  id: HighlightId,
): Promise<Highlight | undefined> {
  const row = await db
    .selectFrom("archive.highlights")
    .selectAll()
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && toHighlight(row);
}
