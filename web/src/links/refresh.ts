import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { type Link, type LinkId, LINK_PAGE_SIZE, LINK_PAGE_SIZE_MAX } from "@satchel/contracts";
import { api } from "../session/api.ts";
import type { AppThunk } from "../kit/state.ts";
import type { Changed, LinkList } from "./listChanges.ts";
import { changeLinks, countArrived, isCovered, isReached, mergeHead, reachOf, unseenOf } from "./listChanges.ts";
import { type IsBehind, orderOf } from "./order.ts";
import { type ListQuery, matches } from "./view.ts";
import { changeList, listsApi, pagesHaveCome, readLinks, readStretch } from "./lists.api.ts";
import { detailApi } from "./detail.api.ts";
import { linksArrived } from "./list.slice.ts";

/** What of an endpoint that features have injected is needed to ask it again. */
interface Endpoint {
  readonly initiate: (args: unknown, options: { forceRefetch: true; subscribe: false }) => AppThunk<unknown>;
}

/** Pixels scrolled from which on a link that lands at the top is out of sight. */
const OUT_OF_SIGHT = 120;

/** Whether there is more to read, for a list that is refetched as far as it was loaded: a search has its own order. */
const isShorter = (head: LinkList, list: LinkList): boolean =>
  head.next !== null && head.links.length < list.links.length;

/** Changed links that the head of a list lacks, and that are asked for one by one; more of them are looked for in the list. */
const SINGLY = 10;

/** Whether the head tells what became of the changed links, but for those that are asked for one by one. */
const isEnough = (head: LinkList, list: LinkList, changed: ReadonlySet<LinkId>, isBehind: IsBehind): boolean =>
  isReached(list, head, changed) && (isCovered(list, head, isBehind) || unseenOf(head, changed).length <= SINGLY);

/** Refetches a list from the top: down to the last of the changed links, or as far as it was loaded. */
const readHead =
  (query: ListQuery, list: LinkList, changed: ReadonlySet<LinkId>): AppThunk<Promise<LinkList>> =>
  async (dispatch) => {
    const isBehind = orderOf(query);
    let head: LinkList = { links: [], next: null };
    do {
      const reach = isBehind === undefined ? list.links.length : reachOf(list, changed);
      const wanted = Math.max(reach - head.links.length, LINK_PAGE_SIZE);
      const size = Math.min(wanted, LINK_PAGE_SIZE_MAX);
      const more = await dispatch(readStretch({ query, cursor: head.next, size }));
      head = { links: [...head.links, ...more.links], next: more.next };
    } while (isBehind === undefined ? isShorter(head, list) : !isEnough(head, list, changed, isBehind));
    return head;
  };

/** Links that belong further down than the head: by their age or title they have a place there, and are here only now. */
const readBelow =
  (query: ListQuery, list: LinkList, head: LinkList, changed: ReadonlySet<LinkId>): AppThunk<Promise<Changed>> =>
  async (dispatch) => {
    const isBehind = orderOf(query);
    if (isBehind === undefined || isCovered(list, head, isBehind)) return new Map();
    return await dispatch(readLinks(unseenOf(head, changed)));
  };

/**
 * Refetches what the changed links may have moved in the lists that are shown: from the top down to the last of them.
 * New ones come in at the top, known ones change where they stand, those that are gone leave. Counts follow.
 * Rejects when the links could not be read.
 */
export const refreshLinks =
  (changed: ReadonlySet<LinkId>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    // What is on its way was perhaps read before the change: it is looked at once it is there.
    await Promise.all([...dispatch(api.util.getRunningQueriesThunk()), pagesHaveCome()]);
    dispatch(api.util.invalidateTags(["Counts"]));
    dispatch(detailApi.util.invalidateTags(["Tags", ...[...changed].map((id) => ({ type: "Link" as const, id }))]));
    const { util, endpoints } = listsApi;
    for (const query of util.selectCachedArgsForQuery(getState(), "linkList")) {
      const shown = (): LinkList | undefined => endpoints.linkList.select(query)(getState()).data;
      let list = shown();
      let head: LinkList = { links: [], next: null };
      let below: Changed = new Map();
      // A page that came meanwhile may hold changed links that the head, reaching less far, does not.
      for (let isSettled = false; !isSettled && list !== undefined; ) {
        head = await dispatch(readHead(query, list, changed));
        below = await dispatch(readBelow(query, list, head, changed));
        const now = shown();
        isSettled = now?.next === list.next;
        if (!isSettled) list = now;
      }
      if (list === undefined) continue;
      const fresh = head;
      const isBehind = orderOf(query);
      const rule = { isShown: (link: Link) => matches(query, link), isBehind };
      const merge = (now: LinkList) =>
        isBehind === undefined ? fresh : changeLinks(mergeHead(now, fresh, changed, isBehind), below, rule);
      dispatch(changeList(query, merge));
      if (window.scrollY > OUT_OF_SIGHT && list.links.length > 0) dispatch(linksArrived(countArrived(list, head)));
    }
  };

/** Asks again what failed to be read. */
const askFailed = (): AppThunk => (dispatch, getState) => {
  for (const query of Object.values(getState().api.queries)) {
    if (query?.status !== QueryStatus.rejected) continue;
    const endpoint = api.endpoints[query.endpointName as keyof typeof api.endpoints] as Endpoint | undefined;
    const asked = endpoint?.initiate(query.originalArgs, { forceRefetch: true, subscribe: false });
    if (asked !== undefined) void dispatch(asked);
  }
};

/** Asks again what failed to be read, once all that is on its way is there. */
export const refetchFailed = (): AppThunk<Promise<void>> => async (dispatch) => {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  dispatch(askFailed());
};

/** Refetches everything that is shown: changes may have been missed. */
export const refreshAll = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  dispatch(api.util.invalidateTags(["Captures", "Folders", "User"]));
  dispatch(askFailed());
  const lists = listsApi.util
    .selectCachedArgsForQuery(getState(), "linkList")
    .map((filters) => listsApi.endpoints.linkList.select(filters)(getState()).data);
  await dispatch(refreshLinks(new Set(lists.flatMap((list) => list?.links.map((link) => link.id) ?? []))));
};
