import type { AppThunk } from "../../kit/state.ts";
import { type Sort, sortChosen, type Sorted, storeDisplay } from "../display.slice.ts";

/** Shows links in another order, from now on where it is that of lists. */
export const chooseSort =
  (of: Sorted, sort: Sort): AppThunk =>
  (dispatch) => {
    if (of === "lists") storeDisplay(of, sort);
    dispatch(sortChosen({ [of]: sort }));
  };
