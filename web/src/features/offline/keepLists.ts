import type { AppDispatch, RootState } from "../../kit/state.ts";
import { pathOf } from "@satchel/client/request";
import { readKept } from "../../links/keepOffline.ts";
import type { LinkList } from "../../links/listChanges.ts";
import { firstStretch, listsApi } from "../../links/lists.api.ts";
import type { ListQuery } from "../../links/view.ts";
import { selectStatus } from "../../session/session.slice.ts";
import type { Archive } from "../../session/archive.ts";
import { isKeptCall } from "../../session/keptAnswers.ts";

/** Links of a list that are stored: enough for a train ride. */
const LINKS_KEPT = 300;

/** Milliseconds before changes of stored lists are stored: once for many. A list that is not stored yet is, at once. */
const PAUSE_MS = 1000;

const keptOf = ({ links, next }: LinkList) => ({
  data: links.slice(0, LINKS_KEPT),
  next: links.length > LINKS_KEPT ? null : next,
});

/** The lists that are shown, by the path of the call for their first page. */
function listsIn(state: RootState): Map<string, LinkList> {
  const lists = new Map<string, LinkList>();
  for (const query of listsApi.util.selectCachedArgsForQuery(state, "linkList") as ListQuery[]) {
    const list = listsApi.endpoints.linkList.select(query)(state).data;
    const call = firstStretch(query);
    if (list !== undefined && isKeptCall(call)) lists.set(pathOf(call), list);
  }
  return lists;
}

/**
 * Reads which articles are kept offline, and stores each list as it is shown, with all its pages and live changes, as the answer for its first page, so that it can be
 * read offline as far as it was seen.
 * @returns the function that ends it
 */
export function keepLists(
  store: {
    readonly dispatch: AppDispatch;
    readonly getState: () => RootState;
    readonly subscribe: (listener: () => void) => () => void;
  },
  archive: Archive,
): () => void {
  let keep: ReturnType<Archive["keeper"]> | undefined;
  let known = new Map<string, LinkList>();
  /** The lists at the last change of anything. */
  let latest = new Map<string, LinkList>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepShown(shown = listsIn(store.getState())): void {
    clearTimeout(timer);
    timer = undefined;
    if (keep === undefined || store.getState().connection.isLost) return;
    // The page may end at any moment: then also what waits for the browser to be idle is stored now.
    const isUrgent = document.visibilityState === "hidden";
    for (const [path, list] of shown) if (isUrgent || known.get(path) !== list) void keep(path, keptOf(list), isUrgent);
    known = shown;
  }

  function onHidden(): void {
    if (document.visibilityState === "hidden") keepShown();
    // Another tab may have kept or removed articles meanwhile.
    else if (keep !== undefined) void store.dispatch(readKept());
  }

  function onChange(): void {
    // The session of these lists: another tab may have started a new one, of which this tab has not been notified yet.
    if (selectStatus(store.getState()) === "verified") {
      if (keep === undefined) {
        keep = archive.keeper();
        void store.dispatch(readKept());
      }
    } else {
      keep = undefined;
      known = new Map();
    }
    const shown = listsIn(store.getState());
    // One that is left within the pause is stored as it was last, since it is not among the shown ones then.
    const left = [...latest].filter(([path]) => !shown.has(path));
    latest = shown;
    if (left.length > 0) keepShown(new Map([...left, ...shown]));
    if ([...shown.keys()].some((path) => !known.has(path))) keepShown(shown);
    else timer ??= setTimeout(keepShown, PAUSE_MS);
  }

  onChange();
  const unsubscribe = store.subscribe(onChange);
  // A page that is hidden may end without another event (Page Lifecycle).
  document.addEventListener("visibilitychange", onHidden);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", onHidden);
    clearTimeout(timer);
  };
}
