import type { LinkDetail, LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { SHOWN, toLink } from "./to-link.ts";

/** Links to the same page that are listed with a link; a search for `is:duplicate` finds all. */
const SAME_LINKS = 20;

/** One of the user's links with all data of its page; undefined when the user has no such link, or it is deleted. */
export async function findLinkDetail(
  db: Kysely<LinksTables>,
  userId: UserId,
  id: LinkId,
): Promise<LinkDetail | undefined> {
  const row = await db
    .selectFrom("links.links as l")
    .select(SHOWN)
    .select(["author", "published_at", "language", "file_bytes"])
    .select(
      // `offset 0` makes the planner use the index of pages: the index of the user's list would be scanned in full.
      sql<LinkId[]>`array(
        select s.id from (
          select s.* from links.links s
          where s.user_id = l.user_id and s.page_id = l.page_id and s.deleted_at is null offset 0) as s
        where s.id <> l.id
        order by s.saved_at desc, s.position desc limit ${SAME_LINKS})`.as("same_as"),
    )
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { author, published_at, language, file_bytes, same_as } = row;
  return { ...toLink(row), author, published_at, language, file_bytes, same_as };
}
