import type { FolderId, Link, LinkCount, LinkFilters, LinkId, LinkListQuery, UserId } from "@satchel/contracts";
import { LINK_PAGE_SIZE, SatchelError, texts } from "@satchel/contracts";
import type { Kysely } from "kysely";
import { highlight } from "../domain/highlight.ts";
import { readSearch, type Search } from "../domain/query.ts";
import { positiveTerms, type TermGroup, type Terms, termsOf } from "../domain/terms.ts";
import { canMatch, type Queries, queriesOf, type WordsBeginning } from "../domain/tsquery.ts";
import { SHORT_LIST } from "../limits.ts";
import type { SearchTables } from "../projection/tables.ts";
import {
  type Candidate,
  scanList,
  type LinkGroup,
  type LinkState,
  type Matches,
  findNewestMatches,
  type Place,
  type Scope,
} from "./candidates.ts";
import { type Cursor, digestOf, readCursor, writeCursor } from "./cursor.ts";
import { withNearWords, wordsBeginning } from "./vocabulary.ts";

/**
 * The number of matching links that are ranked together: first the newest ones, then the next as many. They fill a few
 * screens, so the best of them are on the first screen. Ranking all matches of a common word would cost too much.
 */
const RANKED_LINKS = 100;
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
 * The matching links of a list, best first, see {@link RANKED_LINKS}; with `sort=newest`, or without words, in the order of
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
  const inOrder = isRanked ? inRankOrder : inListOrder;
  const pageOf = ({ find }: Finder): Promise<Page> => inOrder(find, start, skipped + size);
  let near = start?.near === true ? await opened.near() : undefined;
  let found = await pageOf(near ?? opened);
  if (start === undefined && found.shown.length === 0) {
    near = await opened.near();
    if (near !== undefined) found = await pageOf(near);
  }
  const shown = found.shown.slice(skipped);
  const links = shown.length === 0 ? [] : await archive.load(shown.map(({ id }) => id));
  const byId = new Map(links.map((link) => [link.id, link]));
  const ordered = shown.flatMap(({ id }) => byId.get(id) ?? []);
  return {
    links: highlight(positiveTerms((near ?? opened).terms), ordered),
    nextCursor: found.next && writeCursor(digest, { ...found.next, near: near !== undefined }),
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
  const found = await opened.find(undefined, limit, want);
  if (found.number > 0) return found;
  return (await (await opened.near())?.find(undefined, limit, want)) ?? found;
}

/** Finds the newest matching links after a place in the list. */
type Find = (after: Place | undefined, limit: number, want: Scope["want"]) => Promise<Matches>;

interface Finder {
  readonly terms: Terms;
  readonly find: Find;
}

/**
 * Looks up the words and folders of a search. `near` is the same search, with similar words in place of those without links.
 */
async function openSearch(
  archive: Archive,
  userId: UserId,
  search: Search,
  filters: LinkFilters,
): Promise<Finder & { near(): Promise<Finder | undefined> }> {
  const { db } = archive;
  const favorite = filters.favorites_only === true ? true : search.favorite;
  const visited = filters.unvisited_only === true ? false : search.visited;
  const terms = termsOf(search);
  const within = foldersOf(archive, search, filters.folder_id);
  const [beginning, folders, total, listed] = await Promise.all([
    wordsBeginning(db, userId, terms),
    within,
    archive.count({}),
    within.then((known) => lengthOfList(archive, favorite, visited, known)),
  ]);
  const nothing =
    !canMatch(terms) ||
    favorite !== (search.favorite ?? favorite) ||
    visited !== (search.visited ?? visited) ||
    folders.some(({ ids, not }) => !not && ids.length === 0);
  if (nothing) return { terms, find: async () => ({ candidates: [], number: 0 }), near: async () => undefined };

  const { gone, duplicate, from } = search;
  const queries = queriesOf(terms, beginning);
  const groups = await groupsOf(archive, queries.mixed, beginning);
  const state = { favorite, visited, gone, duplicate, folders, from, groups };
  const finder = (words: Terms, ofWords: Queries): Finder => {
    const scope = { ...state, userId, queries: ofWords, total };
    const newest = listed <= SHORT_LIST ? scanList : findNewestMatches;
    return {
      terms: words,
      find: (after, limit, want) => newest(db, { ...scope, after: earlier(after, search.until), want }, limit),
    };
  };
  const near = async (): Promise<Finder | undefined> => {
    const words = await withNearWords(db, userId, terms, beginning);
    return words && finder(words, queriesOf(words, beginning));
  };
  return { ...finder(terms, queries), near };
}

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
    const { favorite, visited, gone, duplicate, from, until } = terms.search;
    const { whole: words, mixed } = queriesOf(terms, beginning);
    const folders = await foldersOf(archive, terms.search);
    const state = { favorite, visited, gone, duplicate, from, until, folders };
    return { ...state, words, groups: await groupsOf(archive, mixed, beginning), canMatch: canMatch(terms) };
  };
  return Promise.all(groups.map(async ({ any, not }) => ({ any: await Promise.all(any.map(stateOf)), not })));
}

/** The number of links in the searched list, from the counts in the tables: an upper bound. */
async function lengthOfList(
  archive: Archive,
  favorite: boolean | undefined,
  visited: boolean | undefined,
  folders: LinkState["folders"],
): Promise<number> {
  const flags = { favorites_only: favorite === true, unvisited_only: visited === false };
  const within = folders.find(({ not }) => !not);
  const counts = await Promise.all(
    within === undefined
      ? [archive.count(flags)]
      : within.ids.map((folder_id) => archive.count({ ...flags, folder_id })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The later place in the list of the two: results start after it. A time comes before all links that were saved earlier. */
function earlier(after: Place | undefined, until: Date | undefined): Place | undefined {
  if (until === undefined) return after;
  const start = { at: until.getTime(), position: 0 };
  return after === undefined || isAfter(after, start) ? (after ?? start) : start;
}

const isAfter = (a: Place, b: Place): boolean => a.at < b.at || (a.at === b.at && a.position < b.position);

interface Page {
  readonly shown: Candidate[];
  readonly next: Omit<Cursor, "near"> | undefined;
}

/** The next links of a list, in its order. */
async function inListOrder(find: Find, start: Cursor | undefined, wanted: number): Promise<Page> {
  const { candidates: found } = await find(start?.last, wanted + 1, "places");
  const shown = found.slice(0, wanted);
  const last = shown.at(-1);
  const next = last === undefined || found.length <= wanted ? undefined : { top: last, bottom: last, last };
  return { shown, next };
}

const byRank = (a: Cursor["last"], b: Cursor["last"]): number =>
  b.rank - a.rank || b.at - a.at || b.position - a.position;

/** The next links, one window after the other, the best of each window first. */
async function inRankOrder(find: Find, start: Cursor | undefined, wanted: number): Promise<Page> {
  const shown: Candidate[] = [];
  // A page may end within a window: the next page finds that window again from its first link.
  let first: Cursor | undefined = start;
  let after = start && { at: start.top.at, position: start.top.position + 1 };
  for (;;) {
    const { candidates: found } = await find(after, RANKED_LINKS + 1, "ranks");
    const top = first?.top ?? found[0];
    const bottom = first?.bottom ?? found.slice(0, RANKED_LINKS).at(-1);
    if (top === undefined || bottom === undefined) return { shown, next: undefined };
    const last = first?.last;
    const left = found
      .filter((candidate) => !isAfter(candidate, bottom) && (last === undefined || byRank(last, candidate) < 0))
      .sort(byRank);
    const taken = left.slice(0, wanted - shown.length);
    shown.push(...taken);
    const end = shown.at(-1);
    const isLastWindow = !found.some((candidate) => isAfter(candidate, bottom));
    if (shown.length === wanted && end !== undefined && (taken.length < left.length || !isLastWindow)) {
      return { shown, next: { top, bottom, last: end } };
    }
    if (isLastWindow) return { shown, next: undefined };
    first = undefined;
    after = bottom;
  }
}
