import type { LinkId, Tag, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { foldTag } from "../domain/tags.ts";
import type { LinksTables } from "../projection/tables.ts";
import type { IdPage } from "./bulk.ts";

type Database = Kysely<LinksTables>;

/** A tag in all its spellings. */
interface Spelled extends Tag {
  readonly spellings: readonly string[];
}

/** A user's tags with the number of their links, by name. Of several spellings the one that most links have is shown. */
export async function listTags(db: Database, userId: UserId): Promise<Tag[]> {
  const tags = [...(await spelledTags(db, userId)).values()].map(({ name, count }) => ({ name, count }));
  const { compare } = new Intl.Collator("en", { numeric: true });
  return tags.sort((a, b) => compare(a.name, b.name));
}

/** One of the user's tags, whatever the case it is named in; undefined where no link shows it. */
export async function findTag(db: Database, userId: UserId, name: string): Promise<Tag | undefined> {
  const found = (await spelledTags(db, userId)).get(foldTag(name));
  return found && { name: found.name, count: found.count };
}

/**
 * Ids of the links that show a tag, whatever its case, in the order of ids: those behind one, so many at most. The
 * user's links are gone through, which is done when a tag is changed everywhere; lists by tag are searches.
 */
export async function linkIdsWithTag(
  db: Database,
  userId: UserId,
  name: string,
  { after, limit }: IdPage,
): Promise<LinkId[]> {
  const spellings = (await spelledTags(db, userId)).get(foldTag(name))?.spellings ?? [];
  if (spellings.length === 0) return [];
  let select = db
    .selectFrom("links.links")
    .select("id")
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`coalesce(own_tags, page_tags) && ${[...spellings]}::text[]`);
  if (after !== undefined) select = select.where("id", ">", after);
  const rows = await select.orderBy("id").limit(limit).execute();
  return rows.map(({ id }) => id);
}

async function spelledTags(db: Database, userId: UserId): Promise<Map<string, Spelled>> {
  const rows = await db
    .selectFrom("links.tag_counts")
    .select(["tag", "count"])
    .where("user_id", "=", userId)
    .where("count", ">", 0)
    .orderBy("count", "desc")
    .orderBy("tag")
    .execute();
  const tags = new Map<string, Spelled>();
  for (const { tag, count } of rows) {
    const known = tags.get(foldTag(tag));
    tags.set(
      foldTag(tag),
      known === undefined
        ? { name: tag, count, spellings: [tag] }
        : { ...known, count: known.count + count, spellings: [...known.spellings, tag] },
    );
  }
  return tags;
}
