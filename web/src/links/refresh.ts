import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { type Link, type LinkId, LINK_PAGE_SIZE, LINK_PAGE_SIZE_MAX } from "@satchel/contracts";
import { api } from "../session/api.ts";
import type { AppThunk } from "../kit/state.ts";
import type { ChangedLinks, LinkList } from "./listChanges.ts";
import { changeLinks, countArrived, isCovered, isReached, mergeHead, reachOf, unseenOf } from "./listChanges.ts";
import { type IsBehind, orderOf } from "./order.ts";
import { type ListQuery, matches } from "./view.ts";
import { changeList, listsApi, pagesHaveCome, readLinks, readStretch } from "./lists.api.ts";
import { detailApi } from "./detail.api.ts";
import { callsHaveEnded } from "./linkChange.ts";
import { linksArrived } from "./list.slice.ts";

/** The part of an injected endpoint that is needed to refetch it. */
interface Endpoint {
  readonly initiate: (args: unknown, options: { forceRefetch: true; subscribe: false }) => AppThunk<unknown>;
}

/** Pixels of scrolling from which a new link at the top is not visible. */
const OUT_OF_SIGHT = 120;

/** Whether a list that is refetched completely, such as a search, is not yet as long as the loaded one. */
const isShorter = (head: LinkList, list: LinkList): boolean =>
  head.next !== null && head.links.length < list.links.length;

/** Changed links missing in the head of a list that are loaded singly; with more, the list is refetched further. */
const SINGLY = 10;

/** Whether the head contains all changed links that belong into the loaded part, except those that are loaded singly. */
const isEnough = (head: LinkList, list: LinkList, changed: ReadonlySet<LinkId>, isBehind: IsBehind): boolean =>
  isCovered(list, head, isBehind) || (isReached(list, head, changed) && unseenOf(head, changed).length <= SINGLY);

/**
 * The order by which a list is refetched in part. undefined: it is read anew as far as it was loaded, because only the server
 * knows its order, or because so many links came, as by an import, while its top is shown.
 */
const orderFor = (query: ListQuery, list: LinkList, changed: ReadonlySet<LinkId>): IsBehind | undefined =>
  window.scrollY <= OUT_OF_SIGHT && unseenOf(list, changed).length > LINK_PAGE_SIZE_MAX ? undefined : orderOf(query);

/** The number of links that the next call for a head asks for. */
function wantedOf(
  head: LinkList,
  list: LinkList,
  changed: ReadonlySet<LinkId>,
  isBehind: IsBehind | undefined,
): number {
  const loaded = list.links.length - head.links.length;
  if (isBehind === undefined) return loaded;
  // Beyond the loaded part it only has to be read as far as new links push that down.
  return loaded > 0 ? Math.min(reachOf(list, changed) - head.links.length, loaded) : unseenOf(head, changed).length;
}

/** Refetches a list from the top to the last changed link, at most the loaded part and what is new above it. */
const readHead =
  (
    query: ListQuery,
    list: LinkList,
    changed: ReadonlySet<LinkId>,
    isBehind: IsBehind | undefined,
  ): AppThunk<Promise<LinkList>> =>
  async (dispatch) => {
    let head: LinkList = { links: [], next: null };
    do {
      const wanted = wantedOf(head, list, changed, isBehind);
      const size = Math.min(Math.max(wanted, LINK_PAGE_SIZE), LINK_PAGE_SIZE_MAX);
      const more = await dispatch(readStretch({ query, cursor: head.next, size }));
      head = { links: [...head.links, ...more.links], next: more.next };
    } while (isBehind === undefined ? isShorter(head, list) : !isEnough(head, list, changed, isBehind));
    return head;
  };

/** Loads new links that belong below the head, by their age or title. */
const readBelow =
  (
    list: LinkList,
    head: LinkList,
    changed: ReadonlySet<LinkId>,
    isBehind: IsBehind | undefined,
  ): AppThunk<Promise<ChangedLinks>> =>
  async (dispatch) => {
    if (isBehind === undefined || isCovered(list, head, isBehind)) return new Map();
    return await dispatch(readLinks(unseenOf(head, changed)));
  };

/**
 * Refetches the shown lists from the top to the last changed link, and merges the result: new links are inserted, known ones
 * updated, deleted ones removed. Then counts are refetched. Rejects when the links could not be loaded.
 */
export const refreshLinks =
  (changed: ReadonlySet<LinkId>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    // Answers in progress may be from before the change, so they are awaited first.
    await Promise.all([...dispatch(api.util.getRunningQueriesThunk()), pagesHaveCome()]);
    dispatch(api.util.invalidateTags(["Counts"]));
    dispatch(detailApi.util.invalidateTags(["Tags", ...[...changed].map((id) => ({ type: "Link" as const, id }))]));
    const { util, endpoints } = listsApi;
    for (const query of util.selectCachedArgsForQuery(getState(), "linkList")) {
      const shown = (): LinkList | undefined => endpoints.linkList.select(query)(getState()).data;
      let list: LinkList | undefined;
      let head: LinkList = { links: [], next: null };
      let below: ChangedLinks = new Map();
      let isBehind: IsBehind | undefined;
      // A page that arrived meanwhile may contain changed links that are below the head, and the answers may be from before
      // what was changed here meanwhile, such as a link that came back.
      for (let isSettled = false; !isSettled; ) {
        await callsHaveEnded();
        list = shown();
        if (list === undefined) break;
        isBehind = orderFor(query, list, changed);
        head = await dispatch(readHead(query, list, changed, isBehind));
        below = await dispatch(readBelow(list, head, changed, isBehind));
        isSettled = shown() === list;
      }
      if (list === undefined) continue;
      const [fresh, order] = [head, isBehind];
      const rule = { isShown: (link: Link) => matches(query, link), isBehind: order };
      const merge = (now: LinkList) =>
        order === undefined ? fresh : changeLinks(mergeHead(now, fresh, changed, order), below, rule);
      dispatch(changeList(query, merge));
      if (window.scrollY > OUT_OF_SIGHT && list.links.length > 0) dispatch(linksArrived(countArrived(list, head)));
    }
  };

/** Retries failed queries. */
const askFailed = (): AppThunk => (dispatch, getState) => {
  for (const query of Object.values(getState().api.queries)) {
    if (query?.status !== QueryStatus.rejected) continue;
    const endpoint = api.endpoints[query.endpointName as keyof typeof api.endpoints] as Endpoint | undefined;
    const asked = endpoint?.initiate(query.originalArgs, { forceRefetch: true, subscribe: false });
    if (asked !== undefined) void dispatch(asked);
  }
};

/** Retries failed queries, after those in progress have ended. */
export const refetchFailed = (): AppThunk<Promise<void>> => async (dispatch) => {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  dispatch(askFailed());
};

/** Refetches everything that is shown, because changes may have been missed. */
export const refreshAll = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  dispatch(api.util.invalidateTags(["Captures", "Folders", "User"]));
  dispatch(askFailed());
  const lists = listsApi.util
    .selectCachedArgsForQuery(getState(), "linkList")
    .map((filters) => listsApi.endpoints.linkList.select(filters)(getState()).data);
  await dispatch(refreshLinks(new Set(lists.flatMap((list) => list?.links.map((link) => link.id) ?? []))));
};
