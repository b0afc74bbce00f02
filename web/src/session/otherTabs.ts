import type { AppThunk } from "../kit/state.ts";
import { STAY } from "./flags.ts";
import { checkStatus } from "./session.api.ts";
import { signedOut } from "./session.slice.ts";

/**
 * Goes along with what other tabs of this browser do with the session they all share: where one signs out or loses it,
 * this one shows nothing more; where one signs in, this one is in as well.
 */
export const followOtherTabs = (): AppThunk => (dispatch) => {
  window.addEventListener("storage", ({ key, newValue, storageArea }) => {
    // A key of null: everything was cleared.
    if (storageArea !== localStorage || (key !== STAY && key !== null)) return;
    dispatch(signedOut());
    if (newValue !== null) void dispatch(checkStatus());
  });
};
