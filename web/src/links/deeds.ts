import type { Link } from "@satchel/contracts";
import type { AppThunk } from "../kit/state.ts";
import { loadPart } from "../kit/parts/loadPart.ts";
import type { LinkChange } from "./linkChange.ts";

/** How links are changed. It is loaded after the first view; what is done before waits for it. */
export const changes = () => loadPart("links/changes.api", () => import("./changes.api.ts"));

/** Changes one link, and shows it at once. What comes of it is told. */
export const changeOf =
  (change: LinkChange): AppThunk =>
  async (dispatch) =>
    void dispatch((await changes()).change.initiate(change, { track: false }));

/** Deletes a link, and offers to take that back. */
export const deletionOf =
  (link: Link): AppThunk =>
  async (dispatch) =>
    void dispatch((await changes()).deletion.initiate(link, { track: false }));

/** Counts a visit of a link. */
export const visitOf = (link: Link): AppThunk => {
  const at = new Date().toISOString();
  return async (dispatch) => void dispatch((await changes()).visit.initiate({ link, at }, { track: false }));
};
