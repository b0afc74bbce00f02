import type { Link, LinkId } from "@satchel/contracts";
import { useCallback } from "react";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { listsApi, shownLinks } from "../lists.api.ts";
import type { BulkAction, BulkChange } from "./bulk.api.ts";
import {
  linksSelected,
  linkToggled,
  narrowedTo,
  rangeBetween,
  selectionCleared,
  selectIsSelected,
  selectSelection,
} from "./selection.slice.ts";
import { loadTexts } from "../../kit/i18n/loadTexts.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import type { LinkPlace } from "../../kit/dnd/parts.ts";
import type { DraggedLinks } from "../useLinkDrag.ts";
import { isUnvisited } from "../view.ts";

/** Toggles a link; with `range`, selects all from the last selected one to this one. */
export const pick =
  (id: LinkId, range: boolean): AppThunk =>
  (dispatch, getState) => {
    const { last, whole } = selectSelection(getState());
    const order = dispatch(shownLinks()).map((link) => link.id);
    if (whole !== null) dispatch(narrowedTo(order.filter((each) => each !== id)));
    else if (range && last !== null) dispatch(linksSelected(rangeBetween(order, last, id)));
    else dispatch(linkToggled(id));
  };

/** The selection for a bulk call: the filter of a whole list, or links. */
export const selected = (): AppThunk<BulkChange["which"]> => (dispatch, getState) => {
  const { ids, whole } = selectSelection(getState());
  if (whole !== null) return { filter: whole };
  return { links: dispatch(shownLinks()).filter((link) => ids[link.id] === true) };
};

const actionFor = (place: LinkPlace): BulkAction =>
  place.kind === "favorites"
    ? { action: "favorite", is_favorite: true }
    : { action: "move", folder_id: place.kind === "folder" ? place.id : 0 };

/** Number of selected links, including those of a whole list that are not loaded. */
export const selectedCount = (): AppThunk<number> => (_dispatch, getState) => {
  const { ids, whole } = selectSelection(getState());
  if (whole === null) return Object.keys(ids).length;
  return listsApi.endpoints.linkCount.select(whole)(getState()).data?.count ?? 0;
};

/** Sends a change of links, whose code and texts are loaded first. */
const changeSoon =
  (change: BulkChange): AppThunk =>
  (dispatch) => {
    const loading = [loadPart("selection/bulk.api", () => import("./bulk.api.ts")), loadTexts(["selection"])] as const;
    void Promise.all(loading).then(([{ changeMany }]) => dispatch(changeMany(change)));
  };

/** Marks a link as visited if it is not, and as unvisited otherwise. */
export const visitedToggled = (link: Link): AppThunk =>
  changeSoon({ action: { action: "visited", is_visited: isUnvisited(link) }, which: { links: [link] } });

const along =
  (id: LinkId): AppThunk<DraggedLinks | undefined> =>
  (dispatch, getState) => {
    if (!selectIsSelected(getState(), id)) return undefined;
    return {
      count: dispatch(selectedCount()),
      put: (place) => {
        dispatch(changeSoon({ action: actionFor(place), which: dispatch(selected()) }));
        dispatch(selectionCleared());
      },
    };
  };

/** The links that are dragged together with a selected one: the selection. */
export function useAlong(id: LinkId): () => DraggedLinks | undefined {
  const dispatch = useAppDispatch();
  return useCallback(() => dispatch(along(id)), [dispatch, id]);
}
