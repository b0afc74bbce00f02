import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { CapturesTables } from "../projection/tables.ts";

/** The links of the account's last answer to a search, in the order of its numbers; undefined when there is none. */
export async function latestResults(
  db: Kysely<CapturesTables>,
  userId: UserId,
): Promise<readonly LinkId[] | undefined> {
  const row = await db
    .selectFrom("captures.mails")
    .select("outcome")
    .where("user_id", "=", userId)
    .where(sql<boolean>`outcome ->> 'kind' = 'results'`)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.outcome?.kind === "results" ? row.outcome.linkIds : undefined;
}
