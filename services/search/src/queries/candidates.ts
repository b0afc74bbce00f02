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

/**
 * The most links that the index is asked for, where the list has so many: this times the root of links that are wanted times
 * those that the user has. To look into the words of a link costs some fourteen times as much as to get one from the index.
 */
const MOST_HITS = 2.5;
/** The part of these that is read by the keys of links. */
const KEYED_PART = 7;

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
  /** The rank of a link `found`. */
  readonly rank: RawBuilder<number>;
}

/** Finds links by their own words. */
export function findByWords(db: QueryExecutorProvider, scope: Scope): Find {
  const { userId, queries } = scope;
  const { indexed, whole } = queries;
  const conditions = [havingWords(whole)];
  return findIn(db, scope, {
    hits:
      indexed === undefined
        ? undefined
        : sql`select id from search.texts where words @@ ${ownedBy(userId, indexed)}::tsquery`,
    ofHits: indexed === whole ? [] : conditions,
    ofList: conditions,
    rank: rankIn(sql`search.texts`, userId, WEIGHTS, queries.ranks),
  });
}

/** Finds links by a passage, which do not match by their own words: these are found before. */
export function findByPassages(db: QueryExecutorProvider, scope: Scope): Find {
  const { userId, queries, passages } = scope;
  const { passage, indexed, link } = passages;
  if (passage === undefined || indexed === undefined) return async () => [];
  const conditions = [havingWords(link), sql`not ${havingWords(queries.whole)}`];
  return findIn(db, scope, {
    hits: sql`select id from search.passages where words @@ ${ownedBy(userId, indexed)}::tsquery and not is_deleted`,
    // Whether words are in a row is looked up in the passages of the newest links, until there are enough.
    ofHits: indexed === passage ? conditions : [...conditions, havingPassage(passage)],
    ofList: [...conditions, havingPassage(passage)],
    rank: rankIn(sql`(select * from search.passages where not is_deleted) as p`, userId, PASSAGE_WEIGHTS, [passage]),
  });
}

/**
 * The index of words is unordered. Links of a rare word are read by their keys and put in order; for more of them, the list
 * is gone through from its newest link on, and each is looked up among those of the index: in its order a link is read for a
 * tenth of what it costs by its key. For a common word, the words of the list's links are looked into instead
 * ({@link MOST_HITS}).
 */
const findIn =
  (db: QueryExecutorProvider, { userId, conditions, total }: Scope, { hits, ofHits, ofList, rank }: Source): Find =>
  async (after, limit, isRanked) => {
    const most = Math.ceil(MOST_HITS * Math.sqrt(limit * Math.max(limit, total)));
    const keyed = Math.ceil(most / KEYED_PART);
    const ofUser = sql`l.user_id = ${userId}::uuid`;
    const places = sql`l.id, l.saved_at, l.position`;
    const demanded = [sql`l.deleted_at is null`, ...conditions, ...(after === undefined ? [] : [isBehind(after)])];
    // Newest first, so that conditions are checked until there are enough. With `offset 0` the planner keeps this order of
    // joining and sorting, and takes the key, not an index of links that are not deleted.
    const byKeys = sql`select ${places} from (
      select l.* from (select distinct id from hits where (select hits from number) <= ${keyed}) as hits
      cross join lateral (select * from links.links l where ${ofUser} and l.id = hits.id offset 0) as l
      ${NEWEST} offset 0) as l where ${all([...demanded, ...ofHits])} limit ${limit}`;
    const inList = (further: readonly Condition[]): Condition =>
      sql`select ${places} from links.links l where ${all([ofUser, ...demanded, ...further])} ${NEWEST} limit ${limit}`;
    // Of the three, two have no rows.
    const found =
      hits === undefined
        ? sql`found as materialized (${inList(ofList)})`
        : sql`
          hits as materialized (${hits} limit ${most + 1}),
          number as materialized (select count(*)::int as hits from hits),
          found as materialized (
            (${byKeys}) union all
            (${inList([
              sql`(select hits from number) between ${keyed + 1} and ${most}`,
              sql`(l.id in (select id from hits)) is true`,
              ...ofHits,
            ])}) union all
            (${inList([sql`(select hits from number) > ${most}`, ...ofList])}))`;
    const { rows } = await sql<Candidate>`with ${found}
      select id, (extract(epoch from saved_at) * 1000)::float8 as at, position, ${isRanked ? rank : sql`0`} as rank
      from found order by saved_at desc, position desc`.execute(db);
    return rows;
  };

/** The order of lists. */
const NEWEST = sql`order by l.saved_at desc, l.position desc`;

const isBehind = ({ at, position }: Place): Condition =>
  sql`(l.saved_at, l.position) < (${new Date(at).toISOString()}::timestamptz, ${position}::bigint)`;

/** Weights of notes, description and address, tags, title. */
const WEIGHTS = "{0.1, 0.3, 0.6, 1}";
/** Weights of text, the link's words, the note of a highlight, and what is highlighted. */
export const PASSAGE_WEIGHTS = "{0.3, 0.3, 0.8, 1}";
/** The weights of an exact word, another form, and a beginning. */
const MATCH_WEIGHTS = [1, 0.6, 0.3];

/** The rank of a link `found` by the fields of its matching words and by how they match, in the best of its rows. */
function rankIn(
  rows: RawBuilder<unknown>,
  userId: UserId,
  weights: string,
  queries: readonly string[],
): RawBuilder<number> {
  const parts = queries.map(
    (query, n) => sql`ts_rank(${weights}::float4[], words, ${query}::tsquery) * ${MATCH_WEIGHTS[n]}::float8`,
  );
  return sql<number>`coalesce((select round(max(${sql.join(parts, sql` + `)}) * 1000000)::int
    from ${rows} where user_id = ${userId}::uuid and id = found.id), 0)`;
}
