import { foldTag, type LinkId, type Tag, TAGS_LISTED, type UserId } from "@satchel/contracts";
import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import type { IdPage } from "./bulk.ts";

type Database = Kysely<LinksTables>;

/** A tag in all its spellings. */
interface TagSpelling {
  readonly name: string;
  count: number;
  readonly spellings: string[];
}

/**
 * A user's tags with the number of their links, by name; of more than `limit` those that most links have. Of several
 * spellings the one that most links have is shown.
 */
export async function listTags(db: Database, userId: UserId, limit: number = TAGS_LISTED): Promise<Tag[]> {
  const tags = [...(await spelledTags(db, userId, { limit })).values()].map(({ name, count }) => ({ name, count }));
  const { compare } = new Intl.Collator("en", { numeric: true });
  return tags.sort((a, b) => compare(a.name, b.name));
}

/** One of the user's tags, whatever the case it is named in; undefined where no link shows it. */
export async function findTag(db: Database, userId: UserId, name: string): Promise<Tag | undefined> {
  const found = (await spelledTags(db, userId, { name })).get(foldTag(name));
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
  const spellings = (await spelledTags(db, userId, { name })).get(foldTag(name))?.spellings ?? [];
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

/**
 * A tag without case, in SQL: as {@link foldTag} but for letters that become two, such as "ß". PostgreSQL's own collation,
 * because the database's may know no letters beyond ASCII.
 */
const caseless = (tag: Expression<string>): RawBuilder<string> =>
  sql`upper(normalize(${tag}, NFC) collate "pg_c_utf8")`;

/** The tags that most links have, `limit` at most, and all that are the named one, whatever their case. */
async function spelledTags(
  db: Database,
  userId: UserId,
  { name, limit = TAGS_LISTED }: { readonly name?: string; readonly limit?: number },
): Promise<Map<string, TagSpelling>> {
  const ofUser = db.selectFrom("links.tag_counts").select(["tag", "count"]).where("user_id", "=", userId);
  // Both are waited for at once: where the database is away, a second failure that nobody waits for would end the process.
  const [most, named] = await Promise.all([
    ofUser.where("count", ">", 0).orderBy("count", "desc").orderBy("tag").limit(limit).execute(),
    name === undefined
      ? []
      : ofUser
          .where(caseless(sql.ref("tag")), "=", caseless(sql`${name}::text`))
          .where("count", ">", 0)
          .execute(),
  ]);
  const counts = new Map([...most, ...named].map(({ tag, count }) => [tag, count]));
  const tags = new Map<string, TagSpelling>();
  for (const [tag, count] of counts) {
    const known = tags.get(foldTag(tag));
    if (known === undefined) tags.set(foldTag(tag), { name: tag, count, spellings: [tag] });
    else {
      known.count += count;
      known.spellings.push(tag);
    }
  }
  return tags;
}
