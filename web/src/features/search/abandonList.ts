import type { AppThunk } from "../../kit/state.ts";
import { listsApi } from "../../links/lists.api.ts";
import type { ListQuery } from "../../links/view.ts";

/** Ends the call for a list that nobody waits for any more, so that the server need not finish it. */
export const abandonList =
  (query: ListQuery): AppThunk =>
  (dispatch) =>
    dispatch(listsApi.util.getRunningQueryThunk("linkList", query))?.abort();
