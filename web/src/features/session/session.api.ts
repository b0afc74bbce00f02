import { type AuthStatus, getStatus, getUser, logout, type User } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import type { AppThunk } from "../../app/hooks.ts";
import {
  beginLoggingOut,
  endLoggingOut,
  forgetSession,
  hasSessionHint,
  isLoggingOut,
  rememberSession,
} from "./flags.ts";
import { signedIn, signedOut } from "./session.slice.ts";

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    status: build.query<AuthStatus, void>({ query: () => ({ operation: getStatus }) }),
    user: build.query<User, void>({ query: () => ({ operation: getUser }), providesTags: ["User"] }),
    logout: build.mutation<null, void>({ query: () => ({ operation: logout, skipRefresh: true }) }),
  }),
});

export const { useUserQuery } = sessionApi;

const askStatus = (): AppThunk<Promise<boolean>> => async (dispatch) => {
  const answer = await dispatch(
    sessionApi.endpoints.status.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  return answer.data?.authenticated === true && answer.data.is_verified;
};

/**
 * Asks the server whether there is a verified session: not while signing out, and not on any error. An access token that
 * ran out while the page was closed is renewed first, where a session is known to have begun in this browser.
 */
export const checkStatus =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { transport }) => {
    if (isLoggingOut()) {
      dispatch(signedOut());
      return;
    }
    let verified = await dispatch(askStatus());
    if (!verified && hasSessionHint()) verified = (await transport.refresh()) && (await dispatch(askStatus()));
    dispatch(verified ? signedIn() : signedOut());
  };

/** A session has begun: the page goes to `/links`. */
export const beginSession = (): AppThunk => (dispatch) => {
  endLoggingOut();
  rememberSession();
  dispatch(signedIn());
};

/** Ends the session here and on the server, whatever the server answers; the page goes to `/`. */
export const signOut = (): AppThunk<Promise<void>> => async (dispatch) => {
  beginLoggingOut();
  forgetSession();
  const answer = await dispatch(sessionApi.endpoints.logout.initiate());
  if (answer.error !== undefined) console.warn("Signing out failed on the server", answer.error);
  endLoggingOut();
  dispatch(signedOut());
};
