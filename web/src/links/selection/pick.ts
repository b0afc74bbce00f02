import type { Link, LinkId } from "@satchel/contracts";
import type { AppThunk } from "../../kit/state.ts";
import { listsApi } from "../lists.api.ts";
import type { BulkChange } from "./bulk.api.ts";
import { linksSelected, linkToggled, narrowedTo, rangeBetween, selectSelection } from "./selection.slice.ts";

const none: readonly Link[] = [];

/** The links of the list that is on the page: the one that was asked for last. */
const shownLinks = (): AppThunk<readonly Link[]> => (_dispatch, getState) => {
  const lists = listsApi.util.selectCachedArgsForQuery(getState(), "linkList");
  return listsApi.endpoints.linkList.select(lists.at(-1) ?? {})(getState()).data?.links ?? none;
};

/** Selects a link or no longer; with `range`, all from the one that was selected last to this one. */
export const pick =
  (id: LinkId, range: boolean): AppThunk =>
  (dispatch, getState) => {
    const { last, whole } = selectSelection(getState());
    const order = dispatch(shownLinks()).map((link) => link.id);
    if (whole !== null) dispatch(narrowedTo(order.filter((each) => each !== id)));
    else if (range && last !== null) dispatch(linksSelected(rangeBetween(order, last, id)));
    else dispatch(linkToggled(id));
  };

/** What is selected, as a bulk call takes it: the whole list by its filter, else the links themselves. */
export const selected = (): AppThunk<BulkChange["which"]> => (dispatch, getState) => {
  const { ids, whole } = selectSelection(getState());
  if (whole !== null) return { filter: whole };
  return { links: dispatch(shownLinks()).filter((link) => ids[link.id] === true) };
};
