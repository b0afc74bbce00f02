import type { LinkId, UserId } from "@satchel/contracts";
import type { Kysely, Selectable } from "kysely";
import type { RuleFacts } from "../domain/rules/matching.ts";
import { shownTitle } from "../projection/shown-title.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";

/** The columns that rules ask about, and those that they change. */
export const FACT_COLUMNS = [
  "id",
  "host",
  "final_host",
  "own_title",
  "page_title",
  "suggested_title",
  "url_title",
  "site_name",
  "author",
  "language",
  "reading_minutes",
  "saved_by",
  "saved_at",
  "position",
  "page_id",
  "folder_id",
  "is_favorite",
  "own_tags",
  "page_tags",
  "deleted_at",
] as const;

export type FactRow = Pick<Selectable<LinkRow>, (typeof FACT_COLUMNS)[number]>;

const withoutPort = (host: string): string => host.replace(/:\d+$/, "");

/** What the row of a link says, for the conditions of rules. */
export function factsOf(row: FactRow, isDuplicate: boolean): RuleFacts {
  const { host, final_host, saved_by, author, site_name } = row;
  return {
    hosts: (final_host === null ? [host] : [host, final_host]).map(withoutPort),
    title: shownTitle(row),
    // A newsletter is described as written by its sender's address, on a site of the sender's name.
    sender: saved_by === "letter" ? `${author ?? host} ${site_name ?? ""}` : null,
    language: row.language,
    source: saved_by,
    minutes: row.reading_minutes,
    isDuplicate,
    isUnfiled: row.folder_id === null,
  };
}

/** One link of a user, as rules see it. @param asksDuplicate whether a rule asks for other links to its page */
export async function findFacts(
  db: Kysely<LinksTables>,
  userId: UserId,
  linkId: LinkId,
  asksDuplicate: boolean,
): Promise<{ readonly row: FactRow; readonly facts: RuleFacts } | undefined> {
  const row = await db
    .selectFrom("links.links")
    .select(FACT_COLUMNS)
    .where("user_id", "=", userId)
    .where("id", "=", linkId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const other = asksDuplicate
    ? await db
        .selectFrom("links.links")
        .select("id")
        .where("user_id", "=", userId)
        .where("page_id", "=", row.page_id)
        .where("deleted_at", "is", null)
        .where("id", "<>", linkId)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  return { row, facts: factsOf(row, other !== undefined) };
}
