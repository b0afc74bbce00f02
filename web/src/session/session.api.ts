import { type AuthStatus, EVENT_ID } from "@satchel/contracts";
import { getStatus, logout } from "@satchel/contracts/routes";
import type { AppThunk } from "../kit/state.ts";
import {
  STAY,
  beginLoggingOut,
  beginSessionHint,
  dropDrafts,
  endLoggingOut,
  forgetSession,
  hasSessionHint,
  isLoggingOut,
  sessionName,
  takeArrival,
} from "./flags.ts";
import { ask } from "./ask.ts";
import { SHARED_FILES } from "./names.ts";
import { isAway } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import { signedIn, signedOut } from "./session.slice.ts";

/**
 * Follows the other tabs of this browser, which share the session: if one signs out or loses it, this one signs out, too; if
 * one signs in, this one loads again, so that nothing of who was here before is left in it.
 */
export const followOtherTabs = (): AppThunk => (dispatch) => {
  window.addEventListener("storage", ({ key, newValue, storageArea }) => {
    // A key of null means that the storage was cleared.
    if (storageArea !== localStorage || (key !== STAY && key !== null)) return;
    dispatch(signedOut("left"));
    if (newValue !== null) location.reload();
  });
};

type Answer = "verified" | "not" | "away";

/** Live events continue from where the answer says: whatever is loaded after it shows the events before. */
const askStatus = (): AppThunk<Promise<Answer>> => async (_dispatch, _getState, environment) => {
  const answer = await request(environment.transport, { operation: getStatus });
  if (answer.problem !== undefined) {
    const { status } = answer.problem;
    return isAway(status) || status === 503 ? "away" : "not";
  }
  environment.eventId = answer.headers.get(EVENT_ID) ?? "";
  const { authenticated, is_verified } = answer.data as AuthStatus;
  return authenticated && is_verified ? "verified" : "not";
};

/**
 * Requests from the server whether there is a verified session. There is none while signing out, or after any error. If a
 * session began in this browser, an expired access token is renewed first. Without an answer, a session with stored answers
 * continues, for reading offline (decision 28).
 */
export const checkStatus =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { transport, archive }) => {
    const session = sessionName();
    if (isLoggingOut()) {
      dispatch(signedOut("left"));
      return;
    }
    const refreshes = transport.refreshes();
    let answer = await dispatch(askStatus());
    if (answer === "not" && hasSessionHint()) {
      const renewal = await transport.refresh(refreshes).catch((): Answer => "away");
      if (renewal === "away") answer = renewal;
      if (renewal === "renewed") answer = await dispatch(askStatus());
      // It has ended elsewhere, or expired: without the server, what it stored would be shown as that of a session.
      if (renewal === "over") {
        forgetSession();
        await archive.dropOthers();
        dispatch(signedOut());
        return;
      }
    }
    const isIn = answer === "verified" || (answer === "away" && (await archive.hasAny()));
    // Its owner has signed out meanwhile.
    if (session !== undefined && sessionName() !== session) return;
    dispatch(isIn ? signedIn() : signedOut());
  };

/**
 * A session has begun: the page goes to `/links`. If another one has ended in this tab, the page is loaded anew first. That
 * ends the calls of the former session, and removes what it showed.
 * @param stays whether it outlives the browser's window: only then answers are stored for reading offline
 */
export const beginSession =
  (stays: boolean): AppThunk =>
  (dispatch, getState, { archive }) => {
    endLoggingOut();
    beginSessionHint(stays);
    void archive.dropOthers();
    if (getState().session.hasEnded) location.reload();
    else dispatch(signedIn());
  };

/** Ends the session here and on the server, whatever the server answers; the page goes to `/`. */
export const signOut = (): AppThunk<Promise<void>> => async (dispatch, _getState, environment) => {
  beginLoggingOut();
  dropDrafts();
  forgetSession();
  environment.eventId = "";
  await environment.archive.dropOthers();
  void (globalThis.caches as CacheStorage | undefined)?.delete(SHARED_FILES).catch(console.warn);
  const { error } = await dispatch(ask({ operation: logout, skipRefresh: true }));
  if (error !== undefined) console.warn("Signing out failed on the server", error);
  // Without an answer, the session still exists on the server: it is ended when the server answers again (see `resume`).
  if (error === undefined || !isAway(error.status)) endLoggingOut();
  dispatch(signedOut("left"));
};

/**
 * When the page starts, or the server answers again: begins the session of a single sign-on, before anything is loaded,
 * since what is stored may be another account's; completes a sign-out; or checks the session.
 */
export const resume = (): AppThunk<Promise<void>> => async (dispatch) => {
  const arrival = takeArrival();
  if (arrival !== undefined) dispatch(beginSession(arrival));
  else await dispatch(isLoggingOut() ? signOut() : checkStatus());
};
