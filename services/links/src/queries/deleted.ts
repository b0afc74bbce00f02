import { PlaceTime, readCursor, writeCursor } from "@satchel/chassis";
import {
  type DeletedLink,
  type DeletedLinksQuery,
  LinkId,
  LINK_PAGE_SIZE,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import Type from "typebox";
import { DELETED_SEARCHED } from "../limits.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";
import { SHOWN, toLink } from "./to-link.ts";

/** When a link was deleted, and its id. */
const Place = Type.Tuple([PlaceTime, LinkId]);

/**
 * Links that can still be restored, the last deleted first. With `q`, those among the last {@link DELETED_SEARCHED} whose
 * title, address or notes have all of its words, compared without case.
 * @throws {SatchelError} `invalid` for a malformed cursor
 */
export async function listDeletedLinks(
  db: Kysely<LinksTables>,
  userId: UserId,
  { q, cursor, size = LINK_PAGE_SIZE }: DeletedLinksQuery,
  now: Date,
): Promise<{ readonly links: DeletedLink[]; readonly nextCursor: string | undefined }> {
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const list = ["deleted links", userId];
  const [time, id] = cursor === undefined ? [] : readCursor(list, Place, cursor);
  const after = time === undefined ? undefined : new Date(time);
  const deleted = db
    .selectFrom("links.links")
    .selectAll()
    .where("user_id", "=", userId)
    .where("deleted_at", ">", oldestRestorable(now))
    .orderBy("deleted_at", "desc")
    .orderBy("id")
    .$if(words.length > 0, (query) => query.limit(DELETED_SEARCHED));
  const text = sql`lower(concat_ws(' ', own_title, page_title, suggested_title, url_title, url, notes))`;
  const rows = await db
    .selectFrom(deleted.as("deleted"))
    .select([...SHOWN, "deleted_at"])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(deleted_at < ${after} or (deleted_at = ${after} and id > ${id}))`),
    )
    .where((where) => where.and(words.map((word) => sql<boolean>`strpos(${text}, ${word}) > 0`)))
    .orderBy("deleted_at", "desc")
    .orderBy("id")
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    links: shown.map((row) => ({ ...toLink(row), ...timesOf(row) })),
    nextCursor: last && writeCursor(list, [timeOf(last).getTime(), last.id]),
  };
}

/** The number of a user's links that can still be restored. */
export async function countDeletedLinks(db: Kysely<LinksTables>, userId: UserId, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("links.links")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where("deleted_at", ">", oldestRestorable(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Links that were deleted after this time can be restored. */
const oldestRestorable = (now: Date): Date => new Date(now.getTime() - UNDO_SECONDS * 1000);

const timeOf = ({ deleted_at }: Pick<LinkRow, "deleted_at">): Date => deleted_at ?? new Date(0);

function timesOf(row: Pick<LinkRow, "deleted_at">): Pick<DeletedLink, "deleted_at" | "erased_at"> {
  const at = timeOf(row);
  return {
    deleted_at: at.toISOString(),
    erased_at: new Date(at.getTime() + UNDO_SECONDS * 1000).toISOString(),
  };
}
