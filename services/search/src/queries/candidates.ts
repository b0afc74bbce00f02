import type { LinkId, UserId } from "@satchel/contracts";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import type { PassageQueries, Queries } from "../domain/tsquery.ts";
import { ownedBy } from "../domain/vectors.ts";
import { all, type Condition, havingPassage, havingWords } from "./conditions.ts";

/** A link's place in lists, which are in descending order of it. `at` is in milliseconds since 1970. */
export interface Place {
  readonly at: number;
  readonly position: number;
}

/** A matching link. `rank` is in millionths, higher is better; 0 in a list without ranks. */
export interface Candidate extends Place {
  readonly id: LinkId;
  readonly rank: number;
}

/** What a search demands of a user's links. */
export interface Scope {
  readonly userId: UserId;
  readonly conditions: readonly Condition[];
  readonly queries: Queries;
  readonly passages: PassageQueries;
  /** The number of the user's links. */
  readonly total: number;
}

/** Finds the newest matching links after a place in the list, newest first, at most `limit`. */
export type Find = (after: Place | undefined, limit: number, isRanked: boolean) => Promise<readonly Candidate[]>;

/** Where a search looks for links: in their own words, or in their passages. */
interface Source {
  /** The ids that the index of words has; undefined: it has no condition of the search. */
  readonly hits: RawBuilder<unknown> | undefined;
  /** Conditions on links of the index. */
  readonly ofHits: readonly Condition[];
  /** Conditions on links of the list. */
  readonly ofList: readonly Condition[];
  /** What it costs to look at a link of the list, in hits of the index. */
  readonly cost: number;
  /** The rank of a link `found`. */
  readonly rank: RawBuilder<number>;
}

/** Finds links by their own words. */
export function findByWords(db: QueryExecutorProvider, scope: Scope): Find {
  const { userId, queries } = scope;
  const { indexed, whole } = queries;
  const conditions = whole === undefined ? [] : [havingWords(whole)];
  return findIn(db, scope, {
    hits:
      indexed === undefined
        ? undefined
        : sql`select id from search.texts where words @@ ${ownedBy(userId, indexed)}::tsquery`,
    ofHits: indexed === whole ? [] : conditions,
    ofList: conditions,
    cost: 1,
    rank: rankOf(scope),
  });
}

/** Finds links by a passage, which do not match by their own words: these are found before. */
export function findByPassages(db: QueryExecutorProvider, scope: Scope): Find {
  const { userId, queries, passages } = scope;
  const { passage, indexed, link } = passages;
  if (passage === undefined || indexed === undefined) return async () => [];
  const conditions = [
    ...(link === undefined ? [] : [havingWords(link)]),
    ...(queries.whole === undefined ? [] : [sql`not ${havingWords(queries.whole)}`]),
  ];
  return findIn(db, scope, {
    hits: sql`select id from search.passages where words @@ ${ownedBy(userId, indexed)}::tsquery and not is_deleted`,
    // Whether words are in a row is looked up in the passages of the newest links, until there are enough.
    ofHits: indexed === passage ? conditions : [...conditions, havingPassage(passage)],
    ofList: [...conditions, havingPassage(passage)],
    // The words of the link and of its passages are unpacked.
    cost: 2,
    rank: passageRankOf(userId, passage),
  });
}

/**
 * The index of words is unordered: for a rare word it returns all links, which are then sorted. For a common word, scanning
 * the list from its newest link is faster. So the index is read up to `sqrt(limit * total)` links, about as many as a scan
 * of the list would read until it has enough; if the index has more, the list is scanned.
 */
const findIn =
  (db: QueryExecutorProvider, { userId, conditions, total }: Scope, source: Source): Find =>
  async (after, limit, isRanked) => {
    const most = Math.ceil(Math.sqrt(source.cost * limit * Math.max(limit, total)));
    const hits = sql`
      hits as materialized (${source.hits} limit ${most + 1}),
      number as materialized (select count(*)::int as hits from hits),`;
    // Newest first, so that further conditions are checked until there are enough. With `offset 0` the planner keeps this
    // order of joining and sorting.
    const linksOfHits = sql`(
      select l.* from (select distinct id from hits where (select hits from number) <= ${most}) as hits cross join lateral (
        select * from links.links l where l.user_id = ${userId}::uuid and l.id = hits.id offset 0) as l
      ${NEWEST} offset 0)`;
    const find = async (isIndexed: boolean): Promise<readonly Candidate[] | undefined> => {
      const demanded = [
        sql`l.user_id = ${userId}::uuid and l.deleted_at is null`,
        ...conditions,
        ...(isIndexed ? source.ofHits : source.ofList),
        ...(after === undefined ? [] : [isBehind(after)]),
      ];
      const { rows } = await sql<Candidate & { hits: number }>`
        with ${isIndexed ? hits : sql``} found as materialized (
          select l.id, l.saved_at, l.position from ${isIndexed ? linksOfHits : sql`links.links`} as l
          where ${all(demanded)} ${NEWEST} limit ${limit}
        )
        select ${isIndexed ? sql`(select hits from number)` : sql`0`} as hits, found.id,
          (extract(epoch from found.saved_at) * 1000)::float8 as at, found.position,
          ${isRanked ? source.rank : sql`0`} as rank
        from (select) as one left join found on true order by found.saved_at desc, found.position desc`.execute(db);
      return (rows[0]?.hits ?? 0) > most ? undefined : rows.filter(({ id }) => id !== null);
    };
    return (source.hits && (await find(true))) ?? (await find(false)) ?? [];
  };

/** The order of lists. */
const NEWEST = sql`order by l.saved_at desc, l.position desc`;

const isBehind = ({ at, position }: Place): Condition =>
  sql`(l.saved_at, l.position) < (${new Date(at).toISOString()}::timestamptz, ${position}::bigint)`;

/** Weights of notes, description and address, tags, title. */
const WEIGHTS = "{0.1, 0.3, 0.6, 1}";
/** The weights of an exact word, another form, and a beginning. */
const MATCH_WEIGHTS = [1, 0.6, 0.3];

/** The rank of a link, by the fields of its matching words and by how they match. */
function rankOf({ queries: { ranks }, userId }: Scope): RawBuilder<number> {
  if (ranks.length === 0) return sql<number>`0`;
  const parts = ranks.map(
    (query, n) => sql`ts_rank(${WEIGHTS}::float4[], t.words, ${query}::tsquery) * ${MATCH_WEIGHTS[n]}::float8`,
  );
  return sql<number>`coalesce((select round((${sql.join(parts, sql` + `)}) * 1000000)::int
    from search.texts t where t.user_id = ${userId}::uuid and t.id = found.id), 0)`;
}

/** Weights of text, the link's words, the note of a highlight, and what is highlighted. */
export const PASSAGE_WEIGHTS = "{0.3, 0.3, 0.8, 1}";

/** The rank of a link by its best passage. */
const passageRankOf = (userId: UserId, passage: string): RawBuilder<number> => sql`
  coalesce((select round(max(ts_rank(${PASSAGE_WEIGHTS}::float4[], p.words, ${passage}::tsquery)) * 1000000)::int
    from search.passages p where p.user_id = ${userId}::uuid and p.id = found.id and not p.is_deleted), 0)`;
