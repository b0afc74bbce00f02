import type { Link } from "@satchel/contracts";
import type { AppThunk } from "../../app/hooks.ts";
import { removeLink, replaceLink, restoreLink } from "./linkList.ts";
import { listsApi } from "./lists.api.ts";
import { matches } from "./view.ts";

/**
 * Shows a link as it is `after` a change, or takes it away (null), in every list and count that is loaded.
 * Gives the function that takes it back, without touching what happened to other links meanwhile.
 */
export const showChange =
  (before: Link, after: Link | null): AppThunk<() => void> =>
  (dispatch, getState) => {
    const undos: (() => void)[] = [];
    const { util, endpoints } = listsApi;

    for (const filters of util.selectCachedArgsForQuery(getState(), "linkList")) {
      const old = endpoints.linkList.select(filters)(getState()).data;
      if (old === undefined) continue;
      dispatch(
        util.updateQueryData("linkList", filters, (list) =>
          after === null ? removeLink(list, before.id) : replaceLink(list, after, (link) => matches(filters, link)),
        ),
      );
      undos.push(() =>
        dispatch(util.updateQueryData("linkList", filters, (list) => restoreLink(list, old, before.id))),
      );
    }

    for (const filters of util.selectCachedArgsForQuery(getState(), "linkCount")) {
      const change = Number(after !== null && matches(filters, after)) - Number(matches(filters, before));
      if (change === 0) continue;
      const add = (amount: number) =>
        dispatch(util.updateQueryData("linkCount", filters, ({ count }) => ({ count: Math.max(0, count + amount) })));
      add(change);
      undos.push(() => add(-change));
    }

    return () => undos.forEach((undo) => undo());
  };
