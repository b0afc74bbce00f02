import { original } from "@reduxjs/toolkit";
import type { QueryReturnValue, SkipToken } from "@reduxjs/toolkit/query";
import {
  type Link,
  type LinkCount,
  type LinkFilters,
  type LinkId,
  type ListCounts,
  LINK_PAGE_SIZE,
  NEXT_CURSOR,
} from "@satchel/contracts";
import { countLinks, countLists, getLink, listLinks } from "@satchel/contracts/routes";
import { type AnswerMeta, api } from "../session/api.ts";
import type { AppThunk, RootState } from "../kit/state.ts";
import type { Call, Problem } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import { withUnanswered } from "./linkChange.ts";
import { appendPage, type ChangedLinks, changeLinks, type LinkList } from "./listChanges.ts";
import { selectShownList } from "./list.slice.ts";
import { orderOf } from "./order.ts";
import { type ListQuery, matches } from "./view.ts";
import { countWaiting, isLeaving, waitingLinks } from "./waiting.ts";

/** A part of a list: `size` links from its top, or from a cursor. */
export interface Stretch {
  readonly query: ListQuery;
  readonly cursor: string | null;
  readonly size: number;
}

const callOf = ({ query, cursor, size }: Stretch) => ({
  operation: listLinks,
  query: { ...query, cursor: cursor ?? undefined, size },
});

/** The first call of a list. */
export const firstStretch = (query: ListQuery) => callOf({ query, cursor: null, size: LINK_PAGE_SIZE });

/** An answered part with the unsent changes applied; only the top gets links that it lacks. */
function toList(links: Link[], headers: Headers | undefined, { query, cursor }: Omit<Stretch, "size">): LinkList {
  const list = { links: links.map(withUnanswered), next: headers?.get(NEXT_CURSOR) ?? null };
  const changed = waitingLinks(list.links);
  const rule = {
    isShown: (link: Link) => matches(query, link),
    isBehind: cursor === null ? orderOf(query) : undefined,
  };
  return changed.size === 0 ? list : changeLinks(list, changed, rule);
}

/** The number of links in a view or folder. */
function countIn(
  { folders, ...views }: ListCounts,
  { folder_id, favorites_only, unvisited_only }: LinkFilters,
): number {
  if (folder_id !== undefined) return folders[folder_id] ?? 0;
  return views[favorites_only ? "favorites" : unvisited_only ? "unvisited" : "all"];
}

type CountsAnswer = QueryReturnValue<unknown, Problem, AnswerMeta>;
type CallForCounts = (call: Call) => PromiseLike<CountsAnswer> | CountsAnswer;
let asking: ReturnType<CallForCounts> | undefined;

/** One call for all counts that are asked for in the same moment. */
function together(ask: CallForCounts): ReturnType<CallForCounts> {
  if (asking === undefined) queueMicrotask(() => (asking = undefined));
  asking ??= ask({ operation: countLists });
  return asking;
}

export const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The list of a view: the first page, to which further pages and new links are added. */
    linkList: build.query<LinkList, ListQuery>({
      query: firstStretch,
      transformResponse: (links: Link[], meta, query) => toList(links, meta?.headers, { query, cursor: null }),
      // An unused list gets no live updates, so a view is loaded again when it is shown again.
      keepUnusedDataFor: 0,
    }),
    linkCount: build.query<LinkCount, LinkFilters>({
      queryFn: async (filters, _api, _options, ask) => {
        const isSearch = filters.q !== undefined;
        const answer = await (isSearch ? ask({ operation: countLinks, query: filters }) : together(ask));
        if (answer.error !== undefined) return { error: answer.error };
        if (isSearch) return { data: answer.data as LinkCount };
        const count = countIn(answer.data as ListCounts, filters) + countWaiting(filters);
        return { data: { count: Math.max(0, count) } };
      },
      providesTags: ["Counts"],
    }),
  }),
});

export const { useLinkListQuery, useLinkCountQuery } = listsApi;

/** The number of links in a view or search. A refetch with the same number causes no render. */
export const useCount = (filters: LinkFilters | SkipToken): LinkCount | undefined =>
  useLinkCountQuery(filters, { selectFromResult: ({ currentData }) => ({ currentData }) }).currentData;

/** Loads a part of a list without caching it: the caller merges it into the list. Rejects with a Problem. */
export const readStretch =
  (stretch: Stretch): AppThunk<Promise<LinkList>> =>
  async (_dispatch, _getState, { transport }) => {
    const answer = await request(transport, callOf(stretch));
    if (answer.problem !== undefined) throw answer.problem;
    return toList(answer.data as Link[], answer.headers, stretch);
  };

/** Loads single links without caching; null for a missing one. Rejects with a Problem. */
export const readLinks =
  (ids: readonly LinkId[]): AppThunk<Promise<ChangedLinks>> =>
  async (_dispatch, _getState, { transport }) => {
    const links = ids.map(async (id): Promise<[LinkId, Link | null]> => {
      const answer = await request(transport, { operation: getLink, params: { id } });
      if (answer.problem === undefined) return [id, isLeaving(id) ? null : withUnanswered(answer.data as Link)];
      if (answer.problem.status === 404) return [id, null];
      throw answer.problem;
    });
    return new Map(await Promise.all(links));
  };

/** Changes a shown list. The function gets the plain list, because an Immer draft of ten thousand links is slow. */
export const changeList =
  (query: ListQuery, change: (list: LinkList) => LinkList): AppThunk =>
  (dispatch) =>
    void dispatch(
      listsApi.util.updateQueryData("linkList", query, (draft) => {
        const plain = original(draft as object) ?? draft;
        return change(plain as LinkList) as typeof draft;
      }),
    );

/** Requests for pages in progress. */
const pagesUnderWay = new Set<Promise<unknown>>();

/** Resolves when all requests for pages have ended. */
export const pagesHaveCome = async (): Promise<void> => void (await Promise.allSettled(pagesUnderWay));

/** Loads the next `size` links of a shown list. Rejects with a Problem. */
export const loadMore =
  (query: ListQuery, size: number = LINK_PAGE_SIZE): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const cursor = listsApi.endpoints.linkList.select(query)(getState()).data?.next ?? null;
    if (cursor === null) return;
    const add = async (): Promise<void> => {
      const page = await dispatch(readStretch({ query, cursor, size }));
      dispatch(changeList(query, (list) => appendPage(list, cursor, page)));
    };
    const adding = add();
    pagesUnderWay.add(adding);
    try {
      await adding;
    } finally {
      pagesUnderWay.delete(adding);
    }
  };

const none: readonly Link[] = [];

/** The loaded links of the list that the page shows, or showed last. */
export const selectShownLinks = (state: RootState): readonly Link[] => {
  const query = selectShownList(state);
  return query === null ? none : (listsApi.endpoints.linkList.select(query)(state).data?.links ?? none);
};

/** As {@link selectShownLinks}, outside of components. */
export const shownLinks = (): AppThunk<readonly Link[]> => (_dispatch, getState) => selectShownLinks(getState());
