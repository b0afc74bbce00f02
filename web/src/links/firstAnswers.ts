import type { AppThunk } from "../kit/state.ts";

import { foldersApi } from "../folders/folders.api.ts";
import { searchIn } from "./search/syntax.ts";
import { selectOrder } from "./list.slice.ts";
import { listsApi } from "./lists.api.ts";
import { ALL, filtersOf, inOrder, type View, viewOf } from "./view.ts";

/** The views whose counts the sidebar shows. */
const COUNTED: readonly View[] = [ALL, { kind: "unvisited" }, { kind: "favorites" }];

/** Seconds for which the first answers are held for the components that show them. */
const HELD_S = 10;

/**
 * Requests the first data of an address before it is rendered, so that it is rendered once, and not for each answer. One
 * call after another, so that the page responds in between. Resolves when all have arrived or failed. The first rows wait
 * for no more than this: tags and the user's name are asked for by the sidebar that shows them.
 */
export const askFirst =
  (search: URLSearchParams): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const view = viewOf(search);
    const filters = filtersOf(view);
    const query = inOrder(filters, selectOrder(getState(), "lists"));
    const { linkList, linkCount } = listsApi.endpoints;
    const calls = [
      ...(searchIn(search) === "" && view.kind !== "smart" ? [() => [dispatch(linkList.initiate(query))]] : []),
      () => [dispatch(foldersApi.endpoints.folders.initiate())],
      // At once, which makes them one call.
      () => [filters, ...COUNTED.map(filtersOf)].map((each) => dispatch(linkCount.initiate(each))),
    ];
    const asked: { readonly unsubscribe: () => void; readonly unwrap: () => Promise<unknown> }[] = [];
    for (const call of calls) {
      asked.push(...call());
      await new Promise((resolve) => window.setTimeout(resolve));
    }
    // By then the page has its own subscriptions.
    window.setTimeout(() => asked.forEach(({ unsubscribe }) => unsubscribe()), HELD_S * 1000);
    await Promise.allSettled(asked.map(({ unwrap }) => unwrap()));
  };
