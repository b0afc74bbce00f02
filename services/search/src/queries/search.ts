import type { FolderId, Link, LinkCount, LinkFilters, LinkId, LinkListQuery, UserId } from "@satchel/contracts";
import { LINK_PAGE_SIZE, SatchelError, texts } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { highlight } from "../domain/highlight.ts";
import { readSearch, type Search } from "../domain/query.ts";
import { positiveTerms, type TermGroup, type Terms, termsOf } from "../domain/terms.ts";
import { canMatch, passageQueriesOf, queriesOf, type WordsBeginning } from "../domain/tsquery.ts";
import type { SearchTables } from "../projection/tables.ts";
import {
  type LinkGroup,
  type LinkState,
  type Matches,
  findNewestMatches,
  type Place,
  type Scope,
} from "./candidates.ts";
import { digestOf, readCursor, writeCursor } from "./cursor.ts";
import { bestPassages, findNewestPassages } from "./passages.ts";
import {
  findBoth,
  type Find,
  type Finder,
  inList,
  inStages,
  isAfter,
  type Opened,
  orNear,
  RANKED_LINKS,
} from "./stages.ts";
import { withNearWords, wordsBeginning } from "./vocabulary.ts";

/** The highest number of matching links that is counted exactly: then a count costs as much as a page of results. */
const COUNTED_LINKS = RANKED_LINKS;
/** The queries of other services that a search needs. */
export interface Archive {
  readonly db: Kysely<SearchTables>;
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
 * passage of their copy, or by a highlight. With `sort=newest`, or without words, in the order of
 * the list. The matching words are marked.
 * @throws {SatchelError} `invalid` for an invalid search, another order, and a cursor of another search
 */
export async function searchLinks(
  archive: Archive,
  userId: UserId,
  query: LinkListQuery & { readonly q: string },
): Promise<{ links: Link[]; nextCursor: string | undefined }> {
  const { size = LINK_PAGE_SIZE, page = 1, cursor, ...filters } = query;
  const { sort } = filters;
  if (sort !== undefined && sort !== "newest") throw new SatchelError("invalid", texts.links.searchOrder);
  const { q, favorites_only, unvisited_only, folder_id } = filters;
  const digest = digestOf([
    userId,
    q,
    favorites_only,
    unvisited_only,
    folder_id,
    ...(sort === undefined ? [] : [sort]),
  ]);
  const start = cursor === undefined ? undefined : readCursor(digest, cursor);
  const skipped = start === undefined ? (page - 1) * size : 0;
  if (skipped > RANKED_LINKS) throw new SatchelError("rejected", texts.links.tooDeep);
  const search = readSearch(filters.q);
  const opened = await openSearch(archive, userId, search, filters);
  const isRanked = positiveTerms(opened.terms).length > 0 && sort === undefined;
  const wanted = skipped + size;
  const inOrder = isRanked ? inStages : inList;
  const { found, finder } = await orNear(opened, start, (each) => inOrder(each, start, wanted));
  const shown = found.shown.slice(skipped);
  const ids = shown.map(({ id }) => id);
  const { passage } = finder;
  const [links, passages] =
    ids.length === 0
      ? [[], undefined]
      : await Promise.all([
          archive.load(ids),
          passage === undefined
            ? undefined
            : bestPassages(
                archive.db,
                userId,
                isRanked ? found.inPassages.filter((id) => ids.includes(id)) : ids,
                passage,
              ),
        ]);
  const byId = new Map(links.map((link) => [link.id, link]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    links: highlight(positiveTerms(finder.terms), ordered, passages),
    nextCursor: found.next && writeCursor(digest, found.next),
  };
}

/**
 * The number of matching links in a list, counted up to {@link COUNTED_LINKS}.
 * @throws {SatchelError} `invalid` for an invalid search
 */
export async function countFound(archive: Archive, userId: UserId, filters: Filters): Promise<LinkCount> {
  const { number } = await findAny(archive, userId, filters, COUNTED_LINKS + 1, "number");
  return number > COUNTED_LINKS ? { count: COUNTED_LINKS, at_least: true } : { count: number };
}

/**
 * The newest matching links of a list, at most `limit`.
 * @throws {SatchelError} `invalid` for an invalid search
 */
export async function findNewest(archive: Archive, userId: UserId, filters: Filters, limit: number): Promise<LinkId[]> {
  const { candidates } = await findAny(archive, userId, filters, limit, "places");
  return candidates.map(({ id }) => id);
}

async function findAny(
  archive: Archive,
  userId: UserId,
  filters: Filters,
  limit: number,
  want: Scope["want"],
): Promise<Matches> {
  const opened = await openSearch(archive, userId, readSearch(filters.q), filters);
  const found = await findBoth(opened)(undefined, limit, want);
  if (found.number > 0) return found;
  const near = await opened.near();
  return near === undefined ? found : findBoth(near)(undefined, limit, want);
}

/** Looks up the words and folders of a search. */
async function openSearch(archive: Archive, userId: UserId, search: Search, filters: LinkFilters): Promise<Opened> {
  const { db } = archive;
  const flags = {
    ...search.flags,
    ...(filters.favorites_only === true ? { favorite: true } : {}),
    ...(filters.unvisited_only === true ? { visited: false } : {}),
  };
  const terms = termsOf(search);
  const [beginning, folders, total] = await Promise.all([
    wordsBeginning(db, userId, terms),
    foldersOf(archive, search, filters.folder_id),
    archive.count({}),
  ]);
  const nothing =
    !canMatch(terms) ||
    flags.favorite !== (search.flags.favorite ?? flags.favorite) ||
    flags.visited !== (search.flags.visited ?? flags.visited) ||
    folders.some(({ ids, not }) => !not && ids.length === 0);
  if (nothing)
    return { terms, find: findNone, findPassages: findNone, passage: undefined, near: async () => undefined };

  const { languages, read, from } = search;
  const queries = queriesOf(terms, beginning);
  const groups = await groupsOf(archive, queries.mixed, beginning);
  const state = { flags, languages, read, folders, from, groups };
  const finder = (words: Terms, ofWords = queriesOf(words, beginning)): Finder => {
    const passages = passageQueriesOf(words, beginning);
    const scope = { ...state, userId, queries: ofWords, passages, total };
    const scopeOf = (after: Place | undefined, want: Scope["want"]): Scope => ({
      ...scope,
      after: earlier(after, search.until),
      want,
    });
    return {
      terms: words,
      passage: passages.passage,
      find: (after, limit, want) => findNewestMatches(db, scopeOf(after, want), limit),
      findPassages: (after, limit, want) => findNewestPassages(db, scopeOf(after, want), limit),
    };
  };
  const near = async (): Promise<Finder | undefined> => {
    const words = await withNearWords(db, userId, terms, beginning);
    return words && finder(words);
  };
  return { ...finder(terms, queries), near };
}

const findNone: Find = async () => ({ candidates: [], number: 0 });

/** The conditions on a link's folder, from the list and from the search. */
async function foldersOf(archive: Archive, { folders }: Search, listId?: number): Promise<LinkState["folders"]> {
  const named = folders.map(async ({ value, not }) => ({ ids: await archive.folders(value), not }));
  const list = listId === undefined ? [] : [{ ids: [listId as FolderId], not: false }];
  return [...list, ...(await Promise.all(named))];
}

/** The conditions of groups on a link's row. */
function groupsOf(
  archive: Archive,
  groups: readonly TermGroup[],
  beginning: WordsBeginning,
): Promise<readonly LinkGroup[]> {
  const stateOf = async (terms: Terms): Promise<LinkGroup["any"][number]> => {
    const { flags, languages, read, from, until } = terms.search;
    const { whole: words, mixed } = queriesOf(terms, beginning);
    const folders = await foldersOf(archive, terms.search);
    const state = { flags, languages, read, from, until, folders };
    const passages = passageQueriesOf(terms, beginning);
    return { ...state, words, passages, groups: await groupsOf(archive, mixed, beginning), canMatch: canMatch(terms) };
  };
  return Promise.all(groups.map(async ({ any, not }) => ({ any: await Promise.all(any.map(stateOf)), not })));
}

/** The later place in the list of the two: results start after it. A time comes before all links that were saved earlier. */
function earlier(after: Place | undefined, until: Date | undefined): Place | undefined {
  if (until === undefined) return after;
  const start = { at: until.getTime(), position: 0 };
  return after === undefined || isAfter(after, start) ? (after ?? start) : start;
}
