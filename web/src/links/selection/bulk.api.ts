import {
  type BulkAnswer,
  type BulkId,
  type BulkRequest,
  type Link,
  type LinkFilters,
  texts,
  isSameTag,
} from "@satchel/contracts";
import { changeLinks, undoBulk } from "@satchel/contracts/routes";
import i18next from "i18next";
import { api } from "../../session/api.ts";
import type { AppThunk } from "../../kit/state.ts";
import { failureOf, folderName } from "../changes.api.ts";
import { changesMany } from "../linkChange.ts";
import { changeList, listsApi } from "../lists.api.ts";
import { showChanges } from "../optimistic.ts";
import { refreshAll } from "../refresh.ts";
import { type Change, filtersIn, isUnvisited, matches } from "../view.ts";
import { errorShown, whileWorking } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/undo.slice.ts";

/** A change of given links, which are all loaded, or of all links of a list with a filter. */
export interface BulkChange {
  readonly action: BulkAction;
  readonly which: { readonly links: readonly Link[] } | { readonly filter: LinkFilters };
}

const requestOf = ({ action, which }: BulkChange): BulkRequest =>
  ({
    ...action,
    ...("links" in which ? { ids: which.links.map(({ id }) => id) } : { filter: which.filter }),
  }) as BulkRequest;

function messageOf(action: BulkAction, count: number, folder: string | undefined): string {
  const t = i18next.getFixedT(null, "selection");
  switch (action.action) {
    case "move":
      return folder === undefined ? t("done.takenOut", { count }) : t("done.moved", { count, folder });
    case "favorite":
      return t(action.is_favorite ? "done.starred" : "done.unstarred", { count });
    case "visited":
      return t(action.is_visited ? "done.visited" : "done.unvisited", { count });
    case "tag":
      return t("done.tagged", { count });
    case "untag":
      return t("done.untagged", { count });
    case "delete":
      return t("done.deleted", { count });
  }
}

/** Applies an action to links. @returns the function that reverts it */
const showAll = (links: readonly Link[], action: BulkAction) =>
  showChanges(links.map((link): Change => ({ before: link, after: afterAction(link, action) })));

/** The number of links of a change; 0 while unknown. */
const countOf =
  (which: BulkChange["which"]): AppThunk<number> =>
  (_dispatch, getState) =>
    "links" in which
      ? which.links.length
      : (listsApi.endpoints.linkCount.select(which.filter)(getState()).data?.count ?? 0);

const isSameFilter = (a: LinkFilters, b: LinkFilters): boolean =>
  (["q", "folder_id", "favorites_only", "unvisited_only"] as const).every((name) => a[name] === b[name]);

/**
 * Applies an action to the loaded part of a whole list. A list that will lose all its links is empty at once, and loads none
 * that the server has not processed yet.
 * @returns the function that reverts it
 */
const showWhole =
  (filter: LinkFilters, action: BulkAction): AppThunk<() => void> =>
  (dispatch, getState) => {
    const { util, endpoints } = listsApi;
    const queries = util
      .selectCachedArgsForQuery(getState(), "linkList")
      .filter((query) => isSameFilter(filtersIn(query), filter));
    const links = queries.flatMap((query) => endpoints.linkList.select(query)(getState()).data?.links ?? []);
    const isLeft = (link: Link): boolean => {
      const after = afterAction(link, action);
      return after === null || (filter.q === undefined && !matches(filter, after));
    };
    const undos = [dispatch(showAll(links, action))];
    if (links.length === 0 || !links.every(isLeft)) return () => undos.forEach((undo) => undo());
    for (const query of queries) {
      const next = endpoints.linkList.select(query)(getState()).data?.next ?? null;
      dispatch(changeList(query, (list) => ({ ...list, next: null })));
      undos.push(() => dispatch(changeList(query, (list) => ({ ...list, next }))));
    }
    undos.push(dispatch(util.updateQueryData("linkCount", filter, () => ({ count: 0 }))).undo);
    return () => undos.forEach((undo) => undo());
  };

/**
 * Changes of many links. Loaded ones are changed optimistically; a whole list is refetched after the server's answer.
 * Progress is shown, and the whole change can be undone.
 */
const bulkApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeLinks: build.mutation<BulkAnswer, BulkChange>({
      query: (change) => ({ operation: changeLinks, body: requestOf(change) }),
      onQueryStarted: async ({ action, which }, { dispatch, queryFulfilled }) => {
        const count = dispatch(countOf(which));
        const takeBack =
          "links" in which ? dispatch(showAll(which.links, action)) : dispatch(showWhole(which.filter, action));
        const t = i18next.getFixedT(null, "selection");
        try {
          const { data } = await dispatch(
            whileWorking(t(`working.${action.action}`, { count }), changesMany(queryFulfilled)),
          );
          if ("filter" in which || data.failed.length > 0) await dispatch(refreshAll());
          dispatch(api.util.invalidateTags(["Counts"]));
          if (data.failed.length > 0) dispatch(errorShown(data.failed[0]?.detail ?? texts.unexpected));
          if (data.changed === 0) return;
          const folder = action.action === "move" ? dispatch(folderName(action.folder_id)) : undefined;
          dispatch(offerBulkUndo(messageOf(action, data.changed, folder), data.bulk_id));
        } catch (error) {
          takeBack();
          dispatch(errorShown(failureOf(error)));
        }
      },
    }),
    undoLinks: build.mutation<BulkAnswer, BulkId>({
      query: (id) => ({ operation: undoBulk, params: { id } }),
    }),
  }),
});

/** Changes many links from outside of a component. */
export const changeMany = (change: BulkChange) => bulkApi.endpoints.changeLinks.initiate(change);

/** Says that links were changed, and offers to undo it as a whole. `onUndone` gets the number of links that are as before. */
export const offerBulkUndo =
  (text: string, id: BulkId, onUndone?: (answer: BulkAnswer) => void): AppThunk =>
  (dispatch) => {
    async function takeBack(): Promise<void> {
      const answer = await dispatch(bulkApi.endpoints.undoLinks.initiate(id)).unwrap();
      await dispatch(refreshAll());
      onUndone?.(answer);
    }
    dispatch(offerUndo(text, takeBack, { operation: undoBulk, params: { id } }));
  };

export const { useChangeLinksMutation } = bulkApi;

/** An action on many links. Folder 0 is none. */
export type BulkAction =
  | { readonly action: "move"; readonly folder_id: number }
  | { readonly action: "favorite"; readonly is_favorite: boolean }
  | { readonly action: "visited"; readonly is_visited: boolean }
  | { readonly action: "tag" | "untag"; readonly tags: readonly string[] }
  | { readonly action: "delete" };

/** A link that is marked as visited, or as not; one that is marked so already stays as it is. */
function marked(link: Link, isVisited: boolean): Link {
  if (isVisited !== isUnvisited(link)) return link;
  const at = isVisited ? new Date().toISOString() : null;
  return { ...link, visit_count: isVisited ? 1 : 0, first_visited_at: at, last_visited_at: at };
}

/** A link after an action. */
export function afterAction(link: Link, action: BulkAction): Link | null {
  switch (action.action) {
    case "move":
      return { ...link, folder_id: action.folder_id === 0 ? null : action.folder_id };
    case "favorite":
      return { ...link, is_favorite: action.is_favorite };
    case "visited":
      return marked(link, action.is_visited);
    case "tag":
      return {
        ...link,
        tags: [...link.tags, ...action.tags.filter((tag) => !link.tags.some((has) => isSameTag(has, tag)))],
      };
    case "untag":
      return { ...link, tags: link.tags.filter((tag) => !action.tags.some((gone) => isSameTag(gone, tag))) };
    case "delete":
      return null;
  }
}
