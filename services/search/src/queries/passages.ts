import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Queries } from "../domain/tsquery.ts";
import { ownedBy } from "../domain/vectors.ts";
import { type SearchTables, WHOLE_TEXT } from "../projection/tables.ts";
import {
  and,
  columnsOf,
  havingPassage,
  havingWords,
  inOrder,
  linkConditions,
  type Matches,
  matchesIn,
  type Row,
  type Scope,
  withWords,
} from "./candidates.ts";
import { hitsIn, linksOfHits, NEWEST } from "./hits.ts";

/**
 * The newest links with a matching passage that do not match by their own words, newest first, at most `limit`. The index
 * is read as by {@link findNewestMatches}. Whether words are in a row is looked up in the passages of the newest links, until
 * there are enough: each is unpacked for it.
 */
export async function findNewestPassages(db: Kysely<SearchTables>, scope: Scope, limit: number): Promise<Matches> {
  const { userId, queries, passages, total } = scope;
  const { passage, indexed: inIndex, link } = passages;
  if (passage === undefined || inIndex === undefined) return { candidates: [], number: 0 };
  // A row of the list costs twice as much as one of the index here: words of the link and of its passages are unpacked.
  const most = Math.ceil(Math.sqrt(2 * limit * Math.max(limit, total)));
  const conditions = sql`${havingWords(link)} ${withWords(scope)}
    where ${and([...linkConditions(scope), ...notByWords(queries)])}`;
  const indexed = await sql<Row & { hits: number }>`
    with ${hitsIn(
      sql`select id from search.passages where words @@ ${ownedBy(userId, inIndex)}::tsquery and not is_deleted`,
      most,
    )},
    found as materialized (
      select l.id, l.saved_at, l.position
      from ${linksOfHits(userId, most)}
      ${conditions} ${passage === inIndex ? sql`` : sql`and ${havingPassage(passage)}`}
      ${NEWEST} limit ${limit}
    )
    select (select hits from number) as hits, ${columnsOf(scope, passageRankOf(scope))}
    from (select) as one left join found on true ${inOrder(scope)}`.execute(db);
  if ((indexed.rows[0]?.hits ?? 0) <= most) return matchesIn(indexed.rows);
  const { rows } = await sql<Row>`
    with found as materialized (
      select l.id, l.saved_at, l.position from links.links l ${conditions} and ${havingPassage(passage)}
      ${NEWEST} limit ${limit}
    )
    select ${columnsOf(scope, passageRankOf(scope))} from found ${inOrder(scope)}`.execute(db);
  return matchesIn(rows);
}

/** The condition that a link does not match by its own words, which are found before. */
const notByWords = ({ whole }: Queries): RawBuilder<unknown>[] =>
  whole === undefined
    ? []
    : [
        sql`not exists (select from search.texts o
          where o.id = l.id and o.user_id = l.user_id and o.words @@ ${whole}::tsquery offset 0)`,
      ];

/** Weights of text, the link's words, the note of a highlight, and what is highlighted. */
const PASSAGE_WEIGHTS = "{0.3, 0.3, 0.8, 1}";

/** The rank of a link by its best passage. */
function passageRankOf({ passages: { passage }, userId, want }: Scope): RawBuilder<number> {
  if (want !== "ranks" || passage === undefined) return sql<number>`0`;
  return sql<number>`coalesce((select round(max(ts_rank(${PASSAGE_WEIGHTS}::float4[], p.words, ${passage}::tsquery)) * 1000000)::int
    from search.passages p where p.id = found.id and p.user_id = ${userId}::uuid and not p.is_deleted), 0)`;
}

/** A passage of a link, as it is stored. */
interface FoundPassage {
  readonly id: LinkId;
  readonly part: string;
  readonly content: string;
}

/** A query of passages with any of its words in the place of all. No word has a space. */
const anyWordOf = (query: string): string => query.replaceAll(/ (?:&|<->) /g, " | ");

/** The best passage of each link: one that has all words, or where they are in different parts of a text, one with some. */
export async function bestPassages(
  db: Kysely<SearchTables>,
  userId: UserId,
  ids: readonly LinkId[],
  passage: string,
): Promise<Map<LinkId, FoundPassage>> {
  const { rows } = await sql<FoundPassage>`
    select p.* from (select id, ${userId}::uuid as user_id from unnest(${[...ids]}::uuid[]) as shown (id)) as l
    cross join lateral (
      select id, part, content from search.passages
      where id = l.id and user_id = l.user_id and part <> ${WHOLE_TEXT}
        and words @@ ${anyWordOf(passage)}::tsquery and not is_deleted
      order by words @@ ${passage}::tsquery desc,
        ts_rank(${PASSAGE_WEIGHTS}::float4[], words, ${passage}::tsquery) desc, part limit 1) as p
    where ${havingPassage(passage)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
