import type { LinkId, UserId } from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { fewCopiedPages, isCopied } from "./copies.ts";
import type { ListState, Queries } from "./tsquery.ts";

/** A link's place in lists, which are ordered by it downwards. `at` is in milliseconds since 1970. */
export interface Place {
  readonly at: number;
  readonly position: number;
}

/** A link that a search found. `rank` is in millionths, the higher the better. */
export interface Candidate extends Place {
  readonly id: LinkId;
  readonly rank: number;
}

/** What is searched: whose links, which of them, and for what. */
export interface Scope extends ListState {
  readonly userId: UserId;
  readonly queries: Queries;
  /** Saved at this time or later. */
  readonly from?: Date | undefined;
  /** Only links behind this place. */
  readonly behind?: Place | undefined;
  /** What is wanted of the finds: their places and ranks, their places alone (all ranks are 0), or only how many they are. */
  readonly want: "ranks" | "places" | "number";
}

/** What was found: so many, and which, unless only their number is wanted. */
export interface Found {
  readonly candidates: Candidate[];
  readonly number: number;
}

/** Shelves that are looked at before the index is asked for all links of the user: they tell how common the words are. */
const FIRST_SHELVES = 16;
/** Links that the index gives of all shelves at once for what a look at one shelf costs, some 60 µs. */
const LINKS_FOR_A_LOOK = 4;
/** Links that the index is asked for of all the user's shelves at most. */
const RARE_LINKS = 2000;

const NEVER = sql<boolean>`true`;
const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? NEVER : sql.join(conditions, sql` and `);

const timeOf = (at: number): string => new Date(at).toISOString();

/** Conditions on a link's row, written as the indexes of lists are. */
function listConditions({ favorite, visited, gone, folders }: Scope): RawBuilder<unknown>[] {
  return [
    ...(favorite === undefined ? [] : [favorite ? sql`l.is_favorite` : sql`not l.is_favorite`]),
    ...(visited === undefined ? [] : [visited ? sql`l.visit_count > 0` : sql`l.visit_count = 0`]),
    ...(gone === undefined ? [] : [gone ? sql`l.health_state = 'gone'` : sql`l.health_state <> 'gone'`]),
    ...folders.map(({ ids, not }) => {
      const [id, ...more] = ids;
      if (!not && id !== undefined && more.length === 0) return sql`coalesce(l.folder_id, 0) = ${id}`;
      return not
        ? sql`coalesce(l.folder_id, 0) <> all(${[...ids]}::int[])`
        : sql`coalesce(l.folder_id, 0) = any(${[...ids]}::int[])`;
    }),
  ];
}

/** Whether the page is that of another link too. Where few pages are, `copied` names them, and the index leads to their links. */
function duplicateCondition(
  { userId, duplicate }: Scope,
  alias: "d" | "l",
  copied?: readonly string[],
): RawBuilder<unknown> {
  if (duplicate === true && copied !== undefined) return sql`l.page_id = any(${[...copied]}::uuid[])`;
  const page =
    alias === "l"
      ? sql`l.page_id`
      : sql`(select o.page_id from links.links o where o.user_id = ${userId}::uuid and o.id = d.id)`;
  return duplicate === true ? isCopied(userId, page) : sql`not ${isCopied(userId, page)}`;
}

function placeConditions(scope: Scope, alias: "d" | "l", copied?: readonly string[]): RawBuilder<unknown>[] {
  const { duplicate, from, behind } = scope;
  const [savedAt, position] = [sql.ref(`${alias}.saved_at`), sql.ref(`${alias}.position`)];
  return [
    ...(duplicate === undefined ? [] : [duplicateCondition(scope, alias, copied)]),
    ...(from === undefined ? [] : [sql`${savedAt} >= ${from.toISOString()}::timestamptz`]),
    ...(behind === undefined
      ? []
      : [sql`(${savedAt}, ${position}) < (${timeOf(behind.at)}::timestamptz, ${behind.position}::bigint)`]),
  ];
}

const wholeCondition = ({ queries }: Scope): RawBuilder<unknown>[] =>
  queries.whole === undefined ? [] : [sql`d.words @@ ${queries.whole}::tsquery`];

/** Weights of notes, description and address, tags, title. */
const WEIGHTS = "{0.1, 0.3, 0.6, 1}";
/** What it counts to have a word as it is written, one of its forms, or its beginning. */
const MANNERS = [1, 0.6, 0.3];

/** How well a document matches: by field, then by manner; nothing else tells links apart but their age. */
function rankOf({ queries: { ranks }, want }: Scope, words: RawBuilder<unknown>): RawBuilder<number> {
  if (want !== "ranks" || ranks.length === 0) return sql<number>`0`;
  const parts = ranks.map(
    (query, n) => sql`ts_rank(${WEIGHTS}::float4[], ${words}, ${query}::tsquery) * ${MANNERS[n]}::float8`,
  );
  return sql<number>`round((${sql.join(parts, sql` + `)}) * 1000000)::int`;
}

type Row = Candidate & { readonly number?: number };

/** What is asked of `found`, which has `user_id`, `id`, `saved_at` and `position`. */
const wantedOf = (scope: Scope, rank = rankOf(scope, sql`ranked.words`)): RawBuilder<Row> =>
  scope.want === "number"
    ? sql`count(id)::int as number`
    : sql`found.id, (extract(epoch from found.saved_at) * 1000)::float8 as at, found.position, ${rank} as rank`;

// Words are long: where more is found than is wanted, they are not sorted with it, but looked up for what is ranked.
const withWords = ({ want, queries: { ranks } }: Scope): RawBuilder<unknown> =>
  want === "ranks" && ranks.length > 0
    ? sql`left join lateral (
        select words from links.documents d where d.user_id = found.user_id and d.id = found.id offset 0) as ranked on true`
    : sql``;

function foundIn(rows: readonly Row[]): Found {
  const candidates = rows.filter(({ id }) => typeof id === "string");
  return { candidates, number: rows[0]?.number ?? candidates.length };
}

/**
 * The newest links that a search finds, the newest first, as many as asked for.
 *
 * A common word fills that from the newest shelves. A rare one is looked up for all links of the user at once. What is in
 * between is taken shelf by shelf, until it is enough. So none costs more with the number of links.
 */
export async function newestFound(db: Kysely<LinksTables>, scope: Scope, limit: number): Promise<Found> {
  const { last, left, ...first } = await onShelves(db, scope, limit, { most: FIRST_SHELVES });
  if (last === undefined || left === 0) return first;
  const wanted = limit - first.number;
  const onEach = Math.max(first.number, 1) / FIRST_SHELVES;
  const isRare = onEach * left < LINKS_FOR_A_LOOK * Math.min(left, wanted / onEach);
  const rare = isRare ? await amongAll(db, scope, limit) : undefined;
  if (rare !== undefined) return rare;
  const further = await onShelves(db, scope, wanted, { after: last });
  return { candidates: [...first.candidates, ...further.candidates], number: first.number + further.number };
}

// `offset 0` keeps the planner from looking at other conditions first: the index is what is selective. Nobody else's link
// is on a user's shelf; that the owner is compared as well is for safety's sake.
const given = (tokens: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select user_id, id, saved_at, position, words from links.documents
  where links.search_tokens(root, shelf, words) @@ ${tokens}::tsquery offset 0`;

const isOwn = (userId: UserId): RawBuilder<unknown> => sql`d.user_id = ${userId}::uuid`;

/**
 * Goes along the shelves behind one, at most so many of them, the newest first. Postgres stops when there is enough.
 * @returns besides the finds, where they are not enough, the last of so many shelves and how many are left behind it
 */
async function onShelves(
  db: Kysely<LinksTables>,
  scope: Scope,
  limit: number,
  { after, most }: { readonly after?: number; readonly most?: number },
): Promise<Found & { last: number | undefined; left: number }> {
  const { userId, queries, from, behind } = scope;
  const conditions = [
    isOwn(userId),
    ...placeConditions(scope, "d"),
    ...(queries.needsWhole ? wholeCondition(scope) : []),
  ];
  const stretch = [
    sql`user_id = ${userId}::uuid`,
    ...(behind === undefined
      ? []
      : [sql`(from_at, from_position) < (${timeOf(behind.at)}::timestamptz, ${behind.position}::bigint)`]),
    ...(after === undefined
      ? []
      : [
          sql`(from_at, from_position) < (select from_at, from_position from links.shelves where shelf = ${after}::int)`,
        ]),
    ...(from === undefined
      ? []
      : [
          sql`from_at >= (select max(from_at) from links.shelves
            where user_id = ${userId}::uuid and from_at <= ${from.toISOString()}::timestamptz)`,
        ]),
  ];
  const isEnough = sql`(select count(*) from found) = ${limit}`;
  const { rows } = await sql<Row & { last: number | null; shelves: number | null }>`
    with looks as (
      select shelf from links.shelves where ${and(stretch)}
      order by from_at desc, from_position desc limit ${most ?? null}::int
    ), found as (
      select d.* from looks cross join lateral (
        select d.id, d.saved_at, d.position, ${rankOf(scope, sql`d.words`)} as rank
        from (${given(sql`replace(${queries.tokens}, chr(1), looks.shelf || ':')`)}) as d
        where ${and(conditions)} order by d.saved_at desc, d.position desc) as d
      limit ${limit}
    )
    select case when ${isEnough} then null else (array(select shelf from looks))[${most ?? null}::int] end as last,
      case when ${isEnough} then null else (select count(*)::int from links.shelves where ${and(stretch)}) end as shelves,
      ${wantedOf(scope, sql`found.rank`)}
    from (select) as one left join found on true`.execute(db);
  const { last, shelves } = rows[0] ?? {};
  return { ...foundIn(rows), last: last ?? undefined, left: (shelves ?? 0) - (most ?? 0) };
}

/** Asks the index for all links of the user; undefined where it gives more than {@link RARE_LINKS}. */
async function amongAll(db: Kysely<LinksTables>, scope: Scope, limit: number): Promise<Found | undefined> {
  const { userId, queries } = scope;
  // Words are looked at from the newest link on, until there are enough.
  const { rows } = await sql<Row & { given: number }>`
    with given as materialized (${ofIndex(userId, queries.tokens ?? "", RARE_LINKS + 1)}), found as (
      select d.id, d.saved_at, d.position, ${rankOf(scope, sql`d.words`)} as rank
      from (
        select * from given d where ${and(placeConditions(scope, "d"))}
        order by d.saved_at desc, d.position desc offset 0) as d
      where ${and(queries.needsWhole ? wholeCondition(scope) : [])} limit ${limit}
    )
    select (select count(*)::int from given) as given, ${wantedOf(scope, sql`found.rank`)}
    from (select) as one left join found on true`.execute(db);
  return (rows[0]?.given ?? 0) > RARE_LINKS ? undefined : foundIn(rows);
}

/** Documents of a user that the index gives, in no order: those of the oldest shelf, and those of all others. */
const ofIndex = (userId: UserId, tokens: string, limit: number): RawBuilder<unknown> => sql`
  select d.* from (
    select shelf as root from links.shelves where user_id = ${userId}::uuid order by from_at, from_position limit 1) as u
  cross join (values (':'), ('.')) as mark(sign)
  cross join lateral (${given(sql`replace(${tokens}, chr(1), u.root || mark.sign)`)}) as d
  where ${isOwn(userId)}
  limit ${limit}`;

/** Goes along a list of links, and looks at the words of each: for lists that are short, or have most of what is found. */
export async function inList(db: Kysely<LinksTables>, scope: Scope, limit: number): Promise<Found> {
  const { userId, queries, duplicate } = scope;
  const copied = duplicate === true ? await fewCopiedPages(db, userId) : undefined;
  const documents =
    queries.whole === undefined
      ? sql``
      : sql`join links.documents d on d.user_id = l.user_id and d.id = l.id and ${and(wholeCondition(scope))}`;
  const conditions = [
    sql`l.user_id = ${userId}::uuid and l.deleted_at is null`,
    ...listConditions(scope),
    ...placeConditions(scope, "l", copied),
  ];
  const inOrder = scope.want === "number" ? sql`` : sql`order by found.saved_at desc, found.position desc`;
  // Of links that are looked up page by page, as many as are counted are enough, whichever they are.
  const newest =
    scope.want === "number" && copied !== undefined ? sql`` : sql`order by l.saved_at desc, l.position desc`;
  const { rows } = await sql<Row>`
    select ${wantedOf(scope)} from (
      select l.user_id, l.id, l.saved_at, l.position
      from links.links l ${documents}
      where ${and(conditions)} ${newest} limit ${limit}
    ) as found ${withWords(scope)} ${inOrder}`.execute(db);
  return foundIn(rows);
}

/** Which of some words, as they are written or in any form, the user's links have, looking at so many links. */
export async function knownWords(
  db: Kysely<LinksTables>,
  userId: UserId,
  words: readonly string[],
  links: number,
): Promise<string[]> {
  if (words.length === 0) return [];
  const tokens = words.map((word) => `'\u0001${word}'`).join(" | ");
  const { rows } = await sql<{ word: string }>`
    select distinct word from (${ofIndex(userId, tokens, links)}) as d, unnest(tsvector_to_array(d.words)) as word
    where word = any(${[...words]}::text[])`.execute(db);
  return rows.map(({ word }) => word);
}
