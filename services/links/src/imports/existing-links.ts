import type { Snapshot } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import type { ExistingLink } from "./imported-link.ts";

/** The states of some links of a user, in one query; a link that was never saved is missing. */
export async function loadExisting(
  db: Kysely<LinksTables>,
  userId: UserId,
  ids: readonly LinkId[],
): Promise<Map<LinkId, Snapshot<ExistingLink>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("links.links")
    .select([
      "id",
      "revision",
      "deleted_at",
      sql<boolean>`coalesce(own_description, page_description) is not null`.as("has_description"),
      sql<boolean>`notes is not null`.as("has_notes"),
      sql<boolean>`cardinality(coalesce(own_tags, page_tags)) > 0`.as("has_tags"),
    ])
    .where("user_id", "=", userId)
    .where("id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        revision: row.revision,
        state: {
          deletedAt: row.deleted_at,
          hasDescription: row.has_description,
          hasNotes: row.has_notes,
          hasTags: row.has_tags,
        },
      },
    ]),
  );
}
