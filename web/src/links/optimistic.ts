import type { Link, LinkId } from "@satchel/contracts";
import { api } from "../session/api.ts";
import type { AppThunk } from "../kit/state.ts";
import { detailApi } from "./detail.api.ts";
import type { ChangedLinks } from "./listChanges.ts";
import { changeLinks, restoreLinks } from "./listChanges.ts";
import { changeList, listsApi } from "./lists.api.ts";
import { orderOf } from "./order.ts";
import { type Change, differenceOf, matches } from "./view.ts";

/**
 * Applies changes of links to every loaded list, count and panel.
 * @returns the function that reverts them, without affecting other links. It refetches counts, because a count that was
 * requested before the change may have arrived since.
 */
export const showChanges =
  (changes: readonly Change[]): AppThunk<() => void> =>
  (dispatch, getState) => {
    const undos: (() => void)[] = [];
    const { util, endpoints } = listsApi;
    const changed: ChangedLinks = new Map(
      changes.flatMap(({ before, after }) => {
        const id = (after ?? before)?.id;
        return id === undefined ? [] : [[id, after] as [LinkId, Link | null]];
      }),
    );
    const ids = new Set(changed.keys());

    for (const query of util.selectCachedArgsForQuery(getState(), "linkList")) {
      const old = endpoints.linkList.select(query)(getState()).data;
      if (old === undefined) continue;
      const rule = { isShown: (link: Link) => matches(query, link), isBehind: orderOf(query) };
      dispatch(changeList(query, (list) => changeLinks(list, changed, rule)));
      undos.push(() => dispatch(changeList(query, (list) => restoreLinks(list, old, ids))));
    }

    for (const filters of util.selectCachedArgsForQuery(getState(), "linkCount")) {
      const difference = changes.reduce((sum, change) => sum + differenceOf(filters, change), 0);
      if (difference === 0) continue;
      const add = (amount: number) =>
        dispatch(
          util.updateQueryData("linkCount", filters, (known) => ({
            ...known,
            count: Math.max(0, known.count + amount),
          })),
        );
      add(difference);
      undos.push(() => add(-difference));
    }

    for (const id of detailApi.util.selectCachedArgsForQuery(getState(), "linkDetail")) {
      const after = changed.get(id);
      if (after === undefined || after === null) continue;
      const patch = dispatch(detailApi.util.updateQueryData("linkDetail", id, (known) => ({ ...known, ...after })));
      undos.push(patch.undo);
    }

    return () => {
      undos.forEach((undo) => undo());
      dispatch(api.util.invalidateTags(["Counts"]));
    };
  };

/** Applies a change of one link; null: removed. */
export const showChange = (before: Link, after: Link | null): AppThunk<() => void> => showChanges([{ before, after }]);
