import type { LinkId } from "@satchel/contracts";
import { useCallback } from "react";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import type { LinkPlace } from "../../kit/dnd/dragged.ts";
import type { Along } from "../useLinkDrag.ts";
import { listsApi } from "../lists.api.ts";
import type { BulkAction } from "./bulkAction.ts";
import { selected } from "./pick.ts";
import { selectIsSelected, selectionCleared, selectSelection } from "./selection.slice.ts";

const actionFor = (place: LinkPlace): BulkAction =>
  place.kind === "favorites"
    ? { action: "favorite", is_favorite: true }
    : { action: "move", folder_id: place.kind === "folder" ? place.id : 0 };

/** How many links are selected, those of a whole list included that are not loaded. */
export const selectedCount = (): AppThunk<number> => (_dispatch, getState) => {
  const { ids, whole } = selectSelection(getState());
  if (whole === null) return Object.keys(ids).length;
  return listsApi.endpoints.linkCount.select(whole)(getState()).data?.count ?? 0;
};

const along =
  (id: LinkId): AppThunk<Along | undefined> =>
  (dispatch, getState) => {
    if (!selectIsSelected(getState(), id)) return undefined;
    return {
      count: dispatch(selectedCount()),
      put: (place) => {
        const change = { action: actionFor(place), which: dispatch(selected()) };
        void loadPart("selection/bulk.api", () => import("./bulk.api.ts")).then(({ changeMany }) =>
          dispatch(changeMany(change)),
        );
        dispatch(selectionCleared());
      },
    };
  };

/** What goes along when a link is dragged that is selected: all that are. */
export function useAlong(id: LinkId): () => Along | undefined {
  const dispatch = useAppDispatch();
  return useCallback(() => dispatch(along(id)), [dispatch, id]);
}
