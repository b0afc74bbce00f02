import type { LinkId, UserId } from "@satchel/contracts";
import { type QueryExecutorProvider, sql } from "kysely";
import { wordOf } from "../domain/terms.ts";
import { ownedBy, quoted } from "../domain/vectors.ts";
import { COMMON_LINKS, RELATED_LINKS, RELATED_WORDS } from "../limits.ts";

/**
 * The links whose texts or tags share rare words with the title and tags of a link, the most related first; at most
 * {@link RELATED_LINKS}. The rarer a word is in the archive, the more it counts (inverse document frequency: Spärck Jones,
 * 1972). Words that more than a tenth of the links have, and stop words of English and German, count nothing. Links to the
 * same page are left out.
 * @param total how many links the user has
 */
export async function findRelated(
  db: QueryExecutorProvider,
  userId: UserId,
  linkId: LinkId,
  total: number,
): Promise<LinkId[]> {
  const words = await wordsOfLink(db, userId, linkId);
  const queries = words.map((word) => {
    // A tag has one form.
    const { forms } = word.startsWith("#") ? { forms: [] } : wordOf(word);
    return ownedBy(userId, [word, ...forms].map(quoted).join(" | "));
  });
  const { rows } = await sql<{ id: LinkId }>`
    with sought as (select * from unnest(${queries}::text[]) with ordinality as s (query, n)),
    hits as materialized (
      select sought.n, t.id from sought cross join lateral (
        select id from search.texts where words @@ sought.query::tsquery
        limit ${COMMON_LINKS + 1}) as t
    ), weights as (
      select n, ln((${total}::float8 + 1) / count(*)) as weight from hits
      group by n having count(*) <= least(${COMMON_LINKS}, greatest(${RELATED_LINKS}, ${total}::int / 10))
    )
    select l.id from hits join weights using (n) cross join lateral (
      select id, saved_at, position from links.links
      where user_id = ${userId}::uuid and id = hits.id and deleted_at is null and (page_id =
        (select page_id from links.links where user_id = ${userId}::uuid and id = ${linkId}::uuid)) is not true offset 0) as l
    where l.id <> ${linkId}::uuid
    group by l.id, l.saved_at, l.position having sum(weight) > 0
    order by sum(weight) desc, l.saved_at desc, l.position desc limit ${RELATED_LINKS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The names of a link's tags, and the words of its title and tags, at most {@link RELATED_WORDS}. */
async function wordsOfLink(db: QueryExecutorProvider, userId: UserId, linkId: LinkId): Promise<string[]> {
  const { rows } = await sql<{ lexeme: string }>`
    select lexeme from search.texts t cross join lateral unnest(t.words) as w (lexeme, positions, weights)
    where t.id = ${linkId}::uuid and t.user_id = ${userId}::uuid and (
      lexeme like '#%' or (weights && array['A', 'B'] and lexeme ~ '^[[:alpha:]]' and length(lexeme) > 2
        and ts_lexize('english_stem', lexeme) <> '{}' and ts_lexize('german_stem', lexeme) <> '{}'))
    order by lexeme like '#%' desc, positions limit ${RELATED_WORDS}`.execute(db);
  return rows.map(({ lexeme }) => lexeme);
}
