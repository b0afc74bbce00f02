import {
  type FolderId,
  LONG_READ_MINUTES,
  type SEARCH_FLAGS,
  searchFlag,
  timeSpan,
  type UserId,
} from "@satchel/contracts";
import { type RawBuilder, sql } from "kysely";
import { startIn } from "../domain/zone.ts";
import type { Filter, Group, Search } from "../domain/terms.ts";
import { isName, passageQueriesOf, queriesOf, type WordsBeginning } from "../domain/tsquery.ts";

/** A condition on a link's row `l`. */
export type Condition = RawBuilder<unknown>;

/** What a condition depends on beside the search. */
export interface Account {
  readonly userId: UserId;
  readonly beginning: WordsBeginning;
  /** The folders of a name, and their subfolders. */
  readonly folders: ReadonlyMap<string, readonly FolderId[]>;
  /** Whose days its dates are. */
  readonly zone: string | undefined;
}

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;

const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

const negated = (condition: Condition, not: boolean): Condition => (not ? sql`not ${condition}` : condition);

/** That the link has the words, or one of its passages does. `offset 0` makes the planner use the key of the table. */
export const havingWords = (query: string | undefined): Condition =>
  query === undefined
    ? sql`true`
    : sql`exists (select from search.texts t
        where t.user_id = l.user_id and t.id = l.id and t.words @@ ${query}::tsquery offset 0)`;
export const havingPassage = (query: string): Condition => sql`exists (select from search.passages p
  where p.user_id = l.user_id and p.id = l.id and p.words @@ ${query}::tsquery and not p.is_deleted offset 0)`;

/** Values of `is:`, in the form of the partial indexes of links. */
const FLAGS: Readonly<Record<(typeof SEARCH_FLAGS)[number], (userId: UserId) => Condition>> = {
  fav: () => sql`l.is_favorite`,
  visited: () => sql`l.visit_count > 0`,
  unvisited: () => sql`l.visit_count = 0`,
  broken: () => sql`l.health_state = 'gone'`,
  // With "is true" the pages are looked up once; without it the planner may join them, by a wrong estimate of their number.
  duplicate: (userId) => sql`(l.page_id in (
    select page_id from links.links where user_id = ${userId}::uuid and deleted_at is null
    group by page_id having count(*) > 1) is true)`,
  unfiled: () => sql`coalesce(l.folder_id, 0) = 0`,
  untagged: () => sql`cardinality(coalesce(l.own_tags, l.page_tags)) = 0`,
  long: () => sql`coalesce(l.reading_minutes, 0) > ${LONG_READ_MINUTES}`,
  due: () => sql`(l.remind_at is not null and l.due_since is not null)`,
  reminder: () => sql`(l.remind_at is not null)`,
  imported: () => sql`(l.saved_by = 'import')`,
};

const withCopy = (further = sql``): Condition => sql`exists (
  select from search.copies c where c.user_id = l.user_id and c.id = l.id and not c.is_deleted ${further} offset 0)`;

const PART_READ = sql`coalesce((select part from search.readings r where r.user_id = l.user_id and r.id = l.id), 0)`;

// The end of the year 9999 is in one that ECMAScript writes in another way than PostgreSQL.
const timestamp = (milliseconds: number): RawBuilder<unknown> => sql`to_timestamp(${milliseconds / 1000}::float8)`;

/** In one of the folders; 0: in none. With one, the index of lists has the order. */
export const inFolders = (ids: readonly FolderId[]): Condition =>
  sql`coalesce(l.folder_id, 0) = ${ids.length === 1 ? ids[0] : sql`any(${[...ids]}::int[])`}`;

/**
 * Filters and order are columns of `links.links`, which are not copied into the search's tables (decision 16). Values are
 * those that `searchFault` lets pass.
 */
function filterCondition({ name, value: typed }: Filter, { userId, folders, zone }: Account): Condition {
  const value = typed.toLowerCase();
  switch (name) {
    case "is":
      return FLAGS[searchFlag(value) ?? "fav"](userId);
    case "in":
      return inFolders(folders.get(typed) ?? []);
    case "kept":
      return negated(withCopy(), value === "no");
    case "lang":
      return withCopy(sql`and (c.language = ${value} or starts_with(c.language, ${`${value}-`}))`);
    case "read":
      return value === "part" ? sql`${PART_READ} between 1 and 999` : sql`${PART_READ} = ${value === "yes" ? 1000 : 0}`;
    case "saved":
    case "after":
    case "before": {
      const { from, until } = timeSpan(name, value) ?? {};
      return sql`l.saved_at >= ${timestamp(from === undefined ? -Infinity : startIn(zone, from))}
        and l.saved_at < ${timestamp(until === undefined ? Infinity : startIn(zone, until))}`;
    }
    default:
      // Tags and sites are words of the index.
      return sql`true`;
  }
}

/** The conditions of a search that its queries of words have not. */
export function conditionsOf(terms: Search, account: Account): Condition[] {
  const { mixed } = queriesOf(terms, account.beginning);
  const { refused } = passageQueriesOf(terms, account.beginning);
  return [
    ...terms.filters
      .filter((filter) => !isName(filter))
      .map((filter) => negated(sql`(${filterCondition(filter, account)})`, filter.not)),
    ...(refused === undefined ? [] : [sql`not ${havingPassage(refused)}`]),
    ...mixed.map((group) => groupCondition(group, account)),
  ];
}

const groupCondition = ({ any: searches, not }: Group, account: Account): Condition =>
  negated(any(searches.map((terms) => searchCondition(terms, account))), not);

/** All of a search, looked up by the key of a link. */
function searchCondition(terms: Search, account: Account): Condition {
  const { whole } = queriesOf(terms, account.beginning);
  const { passage, link } = passageQueriesOf(terms, account.beginning);
  const inPassages = passage === undefined ? [] : [all([havingPassage(passage), havingWords(link)])];
  return all([...conditionsOf(terms, account), any([havingWords(whole), ...inPassages])]);
}
