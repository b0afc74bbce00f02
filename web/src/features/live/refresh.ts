import { type LinkId, LINK_PAGE_SIZE, LINK_PAGE_SIZE_MAX } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import type { AppThunk } from "../../app/hooks.ts";
import { countArrived, isReached, type LinkList, mergeHead, reachOf } from "../links/linkList.ts";
import { listsApi, readStretch } from "../links/lists.api.ts";
import { linksArrived } from "./arrivals.slice.ts";

/** Pixels scrolled from which on a link that lands at the top is out of sight. */
const OUT_OF_SIGHT = 120;

/**
 * Reads anew what the changed links may have moved in the lists that are shown: from the top down to the last of them.
 * New ones come in at the top, known ones change where they stand, those that are gone leave. Counts follow.
 * Rejects when the links could not be read.
 */
export const refreshLinks =
  (changed: ReadonlySet<LinkId>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    // A list that is on its way was perhaps read before the change: it is looked at once it is there.
    await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
    dispatch(api.util.invalidateTags(["Counts"]));
    const { util, endpoints } = listsApi;
    for (const filters of util.selectCachedArgsForQuery(getState(), "linkList")) {
      const list = endpoints.linkList.select(filters)(getState()).data;
      if (list === undefined) continue;
      let head: LinkList = { links: [], next: null };
      do {
        const wanted = Math.max(reachOf(list, changed) - head.links.length, LINK_PAGE_SIZE);
        const size = Math.min(wanted, LINK_PAGE_SIZE_MAX);
        const more = await dispatch(readStretch({ filters, cursor: head.next, size }));
        head = { links: [...head.links, ...more.links], next: more.next };
      } while (!isReached(list, head, changed));
      dispatch(util.updateQueryData("linkList", filters, (shown) => mergeHead(shown, head, changed)));
      if (window.scrollY > OUT_OF_SIGHT && list.links.length > 0) dispatch(linksArrived(countArrived(list, head)));
    }
  };

/** Reads anew everything that is shown: something may have happened while nobody told. */
export const refreshAll = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  await Promise.all(dispatch(api.util.getRunningQueriesThunk()));
  dispatch(api.util.invalidateTags(["Folders", "User"]));
  const lists = listsApi.util
    .selectCachedArgsForQuery(getState(), "linkList")
    .map((filters) => listsApi.endpoints.linkList.select(filters)(getState()).data);
  await dispatch(refreshLinks(new Set(lists.flatMap((list) => list?.links.map((link) => link.id) ?? []))));
};
