import type { BulkId, LinkId, UserId } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { LinksTables } from "../projection/tables.ts";

/** A page of ids in their order: at most `limit` after `after`. */
export interface IdPage {
  readonly after?: LinkId | undefined;
  readonly limit: number;
}

/** The links whose last change was a bulk call, in the order of ids. */
export async function linkIdsOfBulk(
  db: Kysely<LinksTables>,
  userId: UserId,
  bulkId: BulkId,
  { after, limit }: IdPage,
): Promise<LinkId[]> {
  let select = db.selectFrom("links.links").select("id").where("user_id", "=", userId).where("bulk_id", "=", bulkId);
  if (after !== undefined) select = select.where("id", ">", after);
  const rows = await select.orderBy("id").limit(limit).execute();
  return rows.map(({ id }) => id);
}
