import { type AuthStatus, getStatus, getUser, logout, type User } from "@satchel/contracts";
import { api } from "../../app/api.ts";
import type { AppThunk } from "../../app/hooks.ts";
import { isAway, isProblem } from "../../app/transport/problem.ts";
import {
  beginLoggingOut,
  beginSessionHint,
  endLoggingOut,
  forgetSession,
  hasSessionHint,
  isLoggingOut,
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

type Answer = "verified" | "not" | "away";

const askStatus = (): AppThunk<Promise<Answer>> => async (dispatch) => {
  const { data, error } = await dispatch(
    sessionApi.endpoints.status.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  if (isProblem(error) && isAway(error.status)) return "away";
  return data?.authenticated === true && data.is_verified ? "verified" : "not";
};

/**
 * Asks the server whether there is a verified session: not while signing out, and not on any error. An access token that
 * ran out while the page was closed is renewed first, where a session is known to have begun in this browser. Where
 * nobody answers, a session that has kept something goes on, for reading (decision 28).
 */
export const checkStatus =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { transport, archive }) => {
    if (isLoggingOut()) {
      dispatch(signedOut());
      return;
    }
    let answer = await dispatch(askStatus());
    if (answer === "not" && hasSessionHint()) {
      const renewed = await transport.refresh().catch((): Answer => "away");
      answer = renewed === true ? await dispatch(askStatus()) : renewed === false ? "not" : renewed;
    }
    const isIn = answer === "verified" || (answer === "away" && (await archive.hasAny()));
    dispatch(isIn ? signedIn() : signedOut());
  };

/**
 * A session has begun: the page goes to `/links`.
 * @param stays whether it outlives the browser's window: only then what is seen is kept for reading offline
 */
export const beginSession =
  (stays: boolean): AppThunk =>
  (dispatch, _getState, { archive }) => {
    endLoggingOut();
    beginSessionHint(stays);
    void archive.dropOthers();
    dispatch(signedIn());
  };

/** Ends the session here and on the server, whatever the server answers; the page goes to `/`. */
export const signOut =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { archive }) => {
    beginLoggingOut();
    forgetSession();
    await archive.dropOthers();
    const answer = await dispatch(sessionApi.endpoints.logout.initiate());
    if (answer.error !== undefined) console.warn("Signing out failed on the server", answer.error);
    // Where nobody answered, the session goes on there: it is ended as soon as somebody does (see `resume`).
    if (!(isProblem(answer.error) && isAway(answer.error.status))) endLoggingOut();
    dispatch(signedOut());
  };

/** When the page starts, or the server is there again: ends a session whose end nobody heard, or asks whether there is one. */
export const resume = (): AppThunk<Promise<void>> => (dispatch) => dispatch(isLoggingOut() ? signOut() : checkStatus());
