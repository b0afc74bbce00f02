/** The parts of `window` that are used. */
export interface PageWindow {
  readonly location: Pick<Location, "hash" | "pathname">;
  readonly history: Pick<History, "replaceState" | "state">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const KEY = "satchel.confirmation";

/**
 * The token of the mailed link that was opened. It is in the fragment, which is not sent to servers; it is removed from the
 * address bar and stored in the tab, so that it survives signing in.
 */
export function takeToken({ location, history, sessionStorage }: PageWindow): string | undefined {
  const fresh = new URLSearchParams(location.hash.slice(1)).get("token");
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  if (fresh) sessionStorage.setItem(KEY, fresh);
  return fresh || keptToken({ sessionStorage });
}

/** The stored token, if any. */
export const keptToken = ({ sessionStorage }: Pick<PageWindow, "sessionStorage">): string | undefined =>
  sessionStorage.getItem(KEY) ?? undefined;

/** Deletes the token, when it was used or refused. */
export const dropToken = ({ sessionStorage }: Pick<PageWindow, "sessionStorage">): void =>
  sessionStorage.removeItem(KEY);
