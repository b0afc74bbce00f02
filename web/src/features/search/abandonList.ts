import type { LinkFilters } from "@satchel/contracts";
import type { AppThunk } from "../../app/hooks.ts";
import { listsApi } from "../links/lists.api.ts";

/** Ends the call for a list that nobody waits for any more, so that the server need not finish it. */
export const abandonList =
  (filters: LinkFilters): AppThunk =>
  (dispatch) =>
    dispatch(listsApi.util.getRunningQueryThunk("linkList", filters))?.abort();
