import type { RootState } from "../../kit/state.ts";
import { pathOf } from "../../kit/transport/call.ts";
import type { LinkList } from "../../links/listChanges.ts";
import { firstStretch, listsApi } from "../../links/lists.api.ts";
import type { ListQuery } from "../../links/view.ts";
import { selectStatus } from "../../session/session.slice.ts";
import type { Archive } from "../../session/archive.ts";
import { isKeptCall } from "../../session/keptAnswers.ts";

/** Links of a list that are stored: enough for a train ride. */
const LINKS_KEPT = 300;

/** Milliseconds before changed lists are stored: once for many changes. */
const PAUSE_MS = 1000;

const keptOf = ({ links, next }: LinkList) => ({
  data: links.slice(0, LINKS_KEPT),
  next: links.length > LINKS_KEPT ? null : next,
});

/**
 * Stores each list as it is shown, with all its pages and live changes, as the answer for its first page, so that it can be
 * read offline as far as it was seen.
 * @returns the function that ends it
 */
export function keepLists(
  store: { readonly getState: () => RootState; readonly subscribe: (listener: () => void) => () => void },
  archive: Archive,
): () => void {
  let keep: ReturnType<Archive["keeper"]> | undefined;
  let known = new Map<string, LinkList>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepShown(): void {
    timer = undefined;
    const state = store.getState();
    if (keep === undefined || state.connection.isLost) return;
    const shown = new Map<string, LinkList>();
    for (const query of listsApi.util.selectCachedArgsForQuery(state, "linkList") as ListQuery[]) {
      const list = listsApi.endpoints.linkList.select(query)(state).data;
      const call = firstStretch(query);
      if (list === undefined || !isKeptCall(call)) continue;
      const path = pathOf(call);
      shown.set(path, list);
      if (known.get(path) !== list) void keep(path, keptOf(list));
    }
    known = shown;
  }

  function onChange(): void {
    // The session of these lists: another tab may have started a new one, of which this tab has not been notified yet.
    if (selectStatus(store.getState()) === "verified") keep ??= archive.keeper();
    else keep = undefined;
    timer ??= setTimeout(keepShown, PAUSE_MS);
  }

  onChange();
  const unsubscribe = store.subscribe(onChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
