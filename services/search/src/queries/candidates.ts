import { type FolderId, type LinkId, LONG_READ_MINUTES, type TimeSpan, type UserId } from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Flags, ReadState } from "../domain/query.ts";
import type { PassageQueries, Queries } from "../domain/tsquery.ts";
import { ownedBy } from "../domain/vectors.ts";
import type { SearchTables } from "../projection/tables.ts";
import { hitsIn, linksOfHits, NEWEST } from "./hits.ts";

/** A link's place in lists, which are in descending order of it. `at` is in milliseconds since 1970. */
export interface Place {
  readonly at: number;
  readonly position: number;
}

/** A matching link. `rank` is in millionths, higher is better. */
export interface Candidate extends Place {
  readonly id: LinkId;
  readonly rank: number;
}

/** Filters on the row of a link. */
export interface LinkState extends TimeSpan {
  readonly flags: Flags;
  readonly languages: readonly { readonly value: string; readonly not: boolean }[];
  readonly read: readonly { readonly value: ReadState; readonly not: boolean }[];
  /** The link's folder must be in each set, or not in it; 0: no folder. */
  readonly folders: readonly { readonly ids: readonly FolderId[]; readonly not: boolean }[];
  readonly groups: readonly LinkGroup[];
}

/** A group with conditions on a link's row: one of its searches must match, or with `not` none of them may. */
export interface LinkGroup {
  readonly any: readonly (LinkState & {
    readonly words: string | undefined;
    readonly passages: PassageQueries;
    readonly canMatch: boolean;
  })[];
  readonly not: boolean;
}

/** One query: the user, the filters and the words. */
export interface Scope extends LinkState {
  readonly userId: UserId;
  readonly queries: Queries;
  readonly passages: PassageQueries;
  /** The number of the user's links. */
  readonly total: number;
  /** Only links after this place in the list. */
  readonly after?: Place | undefined;
  /** What to return: places with ranks, places only (all ranks are 0), or only the number of matches. */
  readonly want: "ranks" | "places" | "number";
}

/** The matches of a query; with `want: "number"` only their number. */
export interface Matches {
  readonly candidates: Candidate[];
  readonly number: number;
}

export const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);

const timeOf = (at: number): string => new Date(at).toISOString();

/** The pages to which several links of the user lead. */
const pagesWithSeveralLinks = (userId: UserId): RawBuilder<unknown> => sql`
  (select page_id from links.links where user_id = ${userId}::uuid and deleted_at is null
   group by page_id having count(*) > 1)`;

/**
 * The conditions on a link's row, in the form of the lists' indexes. Filters, order and places are columns of `links.links`,
 * which are not copied into the search's tables (decision 16).
 */
export function linkConditions(scope: Scope): RawBuilder<unknown>[] {
  const { userId, after } = scope;
  return [
    sql`l.user_id = ${userId}::uuid and l.deleted_at is null`,
    ...stateConditions(userId, scope),
    ...withoutPassage(scope.passages),
    ...(after === undefined
      ? []
      : [sql`(l.saved_at, l.position) < (${timeOf(after.at)}::timestamptz, ${after.position}::bigint)`]),
  ];
}

/** The conditions that a link is something, and that it is not: as in the partial indexes of links. */
const flagConditions = (
  userId: UserId,
): Readonly<Record<keyof Flags, readonly [RawBuilder<unknown>, RawBuilder<unknown>]>> => ({
  favorite: [sql`l.is_favorite`, sql`not l.is_favorite`],
  visited: [sql`l.visit_count > 0`, sql`l.visit_count = 0`],
  gone: [sql`l.health_state = 'gone'`, sql`l.health_state <> 'gone'`],
  // With "is true" the pages are looked up once; without it the planner may join them, by a wrong estimate of their number.
  duplicate: [
    sql`(l.page_id in ${pagesWithSeveralLinks(userId)}) is true`,
    sql`(l.page_id in ${pagesWithSeveralLinks(userId)}) is not true`,
  ],
  unfiled: [sql`coalesce(l.folder_id, 0) = 0`, sql`coalesce(l.folder_id, 0) <> 0`],
  untagged: [
    sql`cardinality(coalesce(l.own_tags, l.page_tags)) = 0`,
    sql`cardinality(coalesce(l.own_tags, l.page_tags)) > 0`,
  ],
  long: [
    sql`coalesce(l.reading_minutes, 0) > ${LONG_READ_MINUTES}`,
    sql`coalesce(l.reading_minutes, 0) <= ${LONG_READ_MINUTES}`,
  ],
  kept: [sql`${withCopy()} is true`, sql`${withCopy()} is false`],
  reminder: [sql`l.remind_at is not null`, sql`l.remind_at is null`],
  due: [sql`l.remind_at is not null and l.due_since is not null`, sql`l.due_since is null`],
});

const FLAGS = [
  "favorite",
  "visited",
  "gone",
  "duplicate",
  "unfiled",
  "untagged",
  "long",
  "kept",
  "reminder",
  "due",
] as const satisfies readonly (keyof Flags)[];

function stateConditions(userId: UserId, state: LinkState): RawBuilder<unknown>[] {
  const { flags, languages, read, folders, from, until, groups } = state;
  const conditions = flagConditions(userId);
  return [
    ...FLAGS.flatMap((flag) => {
      const is = flags[flag];
      return is === undefined ? [] : [conditions[flag][is ? 0 : 1]];
    }),
    ...languages.map(
      ({ value, not }) =>
        sql`${withCopy(sql`and (c.language = ${value} or starts_with(c.language, ${`${value}-`}))`)} is ${sql.raw(String(!not))}`,
    ),
    ...read.map(({ value, not }) => sql`${sql.raw(READ[value])} is ${sql.raw(String(!not))}`),
    ...folders.map(({ ids, not }) => {
      const [id, ...more] = ids;
      if (!not && id !== undefined && more.length === 0) return sql`coalesce(l.folder_id, 0) = ${id}`;
      return not
        ? sql`coalesce(l.folder_id, 0) <> all(${[...ids]}::int[])`
        : sql`coalesce(l.folder_id, 0) = any(${[...ids]}::int[])`;
    }),
    ...(from === undefined ? [] : [sql`l.saved_at >= ${from.toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql`l.saved_at < ${until.toISOString()}::timestamptz`]),
    ...groups.map(({ any, not }) => {
      const one = sql.join(
        any.map((each) => groupCondition(userId, each)),
        sql` or `,
      );
      return not ? sql`not (${one})` : sql`(${one})`;
    }),
  ];
}

const withCopy = (further = sql``): RawBuilder<unknown> => sql`(exists (
  select from search.copies c where c.id = l.id and c.user_id = l.user_id and not c.is_deleted ${further}))`;

const PART_READ = "coalesce((select part from search.readings r where r.id = l.id and r.user_id = l.user_id), 0)";
const READ: Readonly<Record<ReadState, string>> = {
  no: `(${PART_READ} = 0)`,
  yes: `(${PART_READ} = 1000)`,
  part: `(${PART_READ} between 1 and 999)`,
};

/** The condition that a link `l` has a passage. `offset 0` makes the planner use the key of `passages`. */
export const havingPassage = (query: string): RawBuilder<unknown> => sql`exists (select from search.passages p
  where p.id = l.id and p.user_id = l.user_id and p.words @@ ${query}::tsquery and not p.is_deleted offset 0)`;

const withoutPassage = ({ refused }: PassageQueries): RawBuilder<unknown>[] =>
  refused === undefined ? [] : [sql`not ${havingPassage(refused)}`];

function groupCondition(userId: UserId, each: LinkGroup["any"][number]): RawBuilder<unknown> {
  if (!each.canMatch) return sql`false`;
  const { words, passages } = each;
  const { passage, link } = passages;
  const inLink = (query: string): RawBuilder<unknown> => sql`(w.words @@ ${query}::tsquery) is true`;
  const ofLink = words === undefined ? [] : [inLink(words)];
  const inPassage =
    passage === undefined ? [] : [and([havingPassage(passage), ...(link === undefined ? [] : [inLink(link)])])];
  const ofWords = [...ofLink, ...inPassage];
  const conditions = [
    ...stateConditions(userId, each),
    ...(ofWords.length === 0 ? [] : [sql`(${sql.join(ofWords, sql` or `)})`]),
    ...withoutPassage(passages),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${and(conditions)})`;
}

/** Joins the words `w` of a link `l` if groups have conditions on them: once for all groups, by the key of `texts`. */
export const withWords = ({ groups }: LinkState): RawBuilder<unknown> =>
  needWords(groups)
    ? sql`left join lateral (
        select words from search.texts t where t.id = l.id and t.user_id = l.user_id offset 0) as w on true`
    : sql``;

const needWords = (groups: readonly LinkGroup[]): boolean =>
  groups.some(({ any }) => any.some((each) => each.words !== undefined || needWords(each.groups)));

/** Weights of notes, description and address, tags, title. */
const WEIGHTS = "{0.1, 0.3, 0.6, 1}";
/** The weights of an exact word, another form, and a beginning. */
const MATCH_WEIGHTS = [1, 0.6, 0.3];

/** The rank of a link, by the fields of its matching words and by how they match. */
function rankOf({ queries: { ranks }, userId, want }: Scope): RawBuilder<number> {
  if (want !== "ranks" || ranks.length === 0) return sql<number>`0`;
  const parts = ranks.map(
    (query, n) => sql`ts_rank(${WEIGHTS}::float4[], t.words, ${query}::tsquery) * ${MATCH_WEIGHTS[n]}::float8`,
  );
  return sql<number>`coalesce((select round((${sql.join(parts, sql` + `)}) * 1000000)::int
    from search.texts t where t.id = found.id and t.user_id = ${userId}::uuid), 0)`;
}

export type Row = Candidate & { readonly number?: number };

/** The columns to select from `found`, which has `id`, `saved_at` and `position`. */
export const columnsOf = (scope: Scope, rank = rankOf(scope)): RawBuilder<Row> =>
  scope.want === "number"
    ? sql`count(found.id)::int as number`
    : sql`found.id, (extract(epoch from found.saved_at) * 1000)::float8 as at, found.position, ${rank} as rank`;

export function matchesIn(rows: readonly Row[]): Matches {
  const candidates = rows.filter(({ id }) => typeof id === "string");
  return { candidates, number: rows[0]?.number ?? candidates.length };
}

/** The condition that a link `l` has the words. `offset 0` makes the planner use the key of `texts`. */
export const havingWords = (query: string | undefined): RawBuilder<unknown> =>
  query === undefined
    ? sql``
    : sql`cross join lateral (
        select from search.texts t where t.id = l.id and t.user_id = l.user_id and t.words @@ ${query}::tsquery offset 0) as t`;

/**
 * The newest matching links, newest first, at most `limit`.
 *
 * The index of words is unordered: for a rare word it returns all links, which are then sorted. For a common word, scanning
 * the list from its newest link is faster. So the index is read up to `sqrt(limit * total)` links, about as many as a scan
 * of the list would read until it has enough; if the index has more, the list is scanned.
 */
export async function findNewestMatches(db: Kysely<SearchTables>, scope: Scope, limit: number): Promise<Matches> {
  return (await searchIndex(db, scope, limit)) ?? (await scanList(db, scope, limit));
}

/** Reads the index of words; undefined when it has no condition of the search, or too many links. */
async function searchIndex(db: Kysely<SearchTables>, scope: Scope, limit: number): Promise<Matches | undefined> {
  const { userId, queries, total } = scope;
  if (queries.indexed === undefined) return undefined;
  const most = Math.ceil(Math.sqrt(limit * Math.max(limit, total)));
  const { rows } = await sql<Row & { hits: number }>`
    with ${hitsIn(
      sql`select id from search.texts where words @@ ${ownedBy(userId, queries.indexed)}::tsquery`,
      most,
    )},
    found as materialized (
      select l.id, l.saved_at, l.position
      from ${linksOfHits(userId, most)}
      ${havingWords(queries.further)} ${withWords(scope)}
      where ${and(linkConditions(scope))}
      ${NEWEST} limit ${limit}
    )
    select (select hits from number) as hits, ${columnsOf(scope)}
    from (select) as one left join found on true ${inOrder(scope)}`.execute(db);
  return (rows[0]?.hits ?? 0) > most ? undefined : matchesIn(rows);
}

/** Scans a list of links, newest first, and checks the words of each. */
async function scanList(db: Kysely<SearchTables>, scope: Scope, limit: number): Promise<Matches> {
  const { rows } = await sql<Row>`
    with found as materialized (
      select l.id, l.saved_at, l.position
      from links.links l ${havingWords(scope.queries.whole)} ${withWords(scope)}
      where ${and(linkConditions(scope))} ${NEWEST} limit ${limit}
    )
    select ${columnsOf(scope)} from found ${inOrder(scope)}`.execute(db);
  return matchesIn(rows);
}

export const inOrder = ({ want }: Scope): RawBuilder<unknown> =>
  want === "number" ? sql`` : sql`order by found.saved_at desc, found.position desc`;
