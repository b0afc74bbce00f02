import type { FolderId, Link, LinkCount, LinkFilters, LinkId, LinkListQuery, UserId } from "@satchel/contracts";
import { LINK_PAGE_SIZE, SatchelError, texts, laterTexts } from "@satchel/contracts";
import type { QueryExecutorProvider } from "kysely";
import { readCursor, writeCursor } from "@satchel/chassis";
import { highlight } from "../domain/highlight.ts";
import { readSearch } from "../domain/query.ts";
import { positiveTerms, type Search } from "../domain/terms.ts";
import { passageQueriesOf, queriesOf } from "../domain/tsquery.ts";
import { type Find, findByPassages, findByWords } from "./candidates.ts";
import { conditionsOf, inFolders } from "./conditions.ts";
import { bestPassages } from "./passages.ts";
import { SearchPlace } from "./search-place.ts";
import { eitherOf, findNext, RANKED_LINKS } from "./stages.ts";
import { withNearWords, wordsBeginning } from "./vocabulary.ts";

/** The highest number of matching links that is counted exactly: then a count costs as much as a page of results. */
const COUNTED_LINKS = RANKED_LINKS;

/** The queries of other services that a search needs. */
export interface Archive {
  readonly db: QueryExecutorProvider;
  /** Links by their ids, in any order. */
  load(ids: readonly LinkId[]): Promise<Link[]>;
  /** The number of links in a list, from the counts in the tables. */
  count(filters: LinkFilters): Promise<number>;
  /** Folders of this name, compared without case, and their subfolders. */
  folders(name: string): Promise<FolderId[]>;
}

type Filters = LinkFilters & { readonly q: string };

/**
 * The matching links of a list, best first, see {@link RANKED_LINKS}: those found by their own words before those found by a
 * passage of their copy, or by a highlight. With `sort=newest`, or without words, in the order of the list. The matching words
 * are marked.
 * @throws {SatchelError} `invalid` for an invalid search, another order, and a cursor of another search
 */
export async function searchLinks(
  archive: Archive,
  userId: UserId,
  query: LinkListQuery & { readonly q: string },
): Promise<{ links: Link[]; nextCursor: string | undefined }> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor, ...filters } = query;
  const { q, sort, favorites_only, unvisited_only, folder_id, zone } = filters;
  if (sort !== undefined && sort !== "newest") throw new SatchelError("invalid", texts.links.searchOrder);
  const searched = [userId, q, favorites_only, unvisited_only, folder_id, sort, zone];
  const start = cursor === undefined ? undefined : readCursor(searched, SearchPlace, cursor);
  const skipped = start === undefined ? (page - 1) * size : 0;
  if (skipped > RANKED_LINKS) throw new SatchelError("rejected", laterTexts.lists.tooDeep);
  const search = readSearch(q);
  const isRanked = positiveTerms(search).length > 0 && sort === undefined;
  const limit = skipped + size + 1;
  const find = ({ byWords, byPassages }: Finder): ReturnType<typeof findNext> =>
    findNext(isRanked ? [byWords, byPassages] : [eitherOf(byWords, byPassages)], start, { isRanked, limit });
  const { found, finder, near } = await orNear(archive, userId, search, filters, find, start?.near);
  const shown = found.slice(skipped, skipped + size);
  const ids = shown.map(({ id }) => id);
  // Of a list, any may have been found by a passage.
  const inPassages = shown.flatMap(({ id, end }) => (isRanked && end.stage === 0 ? [] : id));
  const [links, passages] = await Promise.all([
    ids.length === 0 ? [] : archive.load(ids),
    bestPassages(archive.db, userId, inPassages, finder.passage),
  ]);
  const byId = new Map(links.map((link) => [link.id, link]));
  const { end } = shown.at(-1) ?? {};
  return {
    links: highlight(
      positiveTerms(finder.terms),
      ids.flatMap((id) => byId.get(id) ?? []),
      passages,
    ),
    nextCursor: end && found.length === limit ? writeCursor(searched, { ...end, near }) : undefined,
  };
}

/**
 * The number of matching links in a list, counted up to {@link COUNTED_LINKS}.
 * @throws {SatchelError} `invalid` for an invalid search
 */
export async function countFound(archive: Archive, userId: UserId, filters: Filters): Promise<LinkCount> {
  const found = await findNewest(archive, userId, filters, COUNTED_LINKS + 1);
  return found.length > COUNTED_LINKS ? { count: COUNTED_LINKS, at_least: true } : { count: found.length };
}

/**
 * The newest matching links of a list, at most `limit`.
 * @throws {SatchelError} `invalid` for an invalid search
 */
export async function findNewest(archive: Archive, userId: UserId, filters: Filters, limit: number): Promise<LinkId[]> {
  const { found } = await orNear(archive, userId, readSearch(filters.q), filters, ({ byWords, byPassages }) =>
    eitherOf(byWords, byPassages)(undefined, limit, false),
  );
  return found.map(({ id }) => id);
}

/** A search for these terms. */
interface Finder {
  readonly terms: Search;
  /** Links by their own words. */
  readonly byWords: Find;
  /** Links by a passage alone. */
  readonly byPassages: Find;
  /** The words of a passage, as `tsquery`. */
  readonly passage: string | undefined;
}

/**
 * What a search finds in a list; where that is nothing, what it finds with similar words.
 * @param near the search that a page continues: with similar words, or without; undefined: it is the first page
 */
async function orNear<T>(
  archive: Archive,
  userId: UserId,
  search: Search,
  { favorites_only, unvisited_only, folder_id, zone }: LinkFilters,
  find: (finder: Finder) => Promise<readonly T[]>,
  near?: boolean,
): Promise<{ readonly found: readonly T[]; readonly finder: Finder; readonly near: boolean }> {
  const { db } = archive;
  const flags = [favorites_only === true ? "fav" : [], unvisited_only === true ? "unvisited" : []].flat();
  const filters = [...search.filters, ...flags.map((value) => ({ name: "is" as const, value, not: false }))];
  const [beginning, folders, total] = await Promise.all([
    wordsBeginning(db, userId, search),
    foldersIn(archive, search),
    archive.count({}),
  ]);
  const ofList = folder_id === undefined ? [] : [inFolders([folder_id as FolderId])];
  const finderOf = (terms: Search): Finder => {
    const conditions = [...ofList, ...conditionsOf(terms, { userId, beginning, folders, zone })];
    const [queries, passages] = [queriesOf(terms, beginning), passageQueriesOf(terms, beginning)];
    const scope = { userId, conditions, queries, passages, total };
    const { passage } = passages;
    return { terms, byWords: findByWords(db, scope), byPassages: findByPassages(db, scope), passage };
  };
  const finder = finderOf({ ...search, filters });
  const found = near === true ? [] : await find(finder);
  const mayBeNear = near !== false && found.length === 0;
  const similar = mayBeNear ? await withNearWords(db, userId, finder.terms, beginning) : undefined;
  if (similar === undefined) return { found, finder, near: false };
  const other = finderOf(similar);
  return { found: await find(other), finder: other, near: true };
}

/** The folders that a search names. */
async function foldersIn(archive: Archive, search: Search): Promise<ReadonlyMap<string, readonly FolderId[]>> {
  const ofName = async (name: string): Promise<[string, FolderId[]]> => [name, await archive.folders(name)];
  return new Map(await Promise.all([...new Set(namesIn(search))].map(ofName)));
}

const namesIn = ({ filters, groups }: Search): string[] => [
  ...filters.flatMap(({ name, value }) => (name === "in" ? value : [])),
  ...groups.flatMap((group) => group.any.flatMap(namesIn)),
];
