/** What of the browser's window is needed; `window` itself, outside of specifications. */
export interface PageWindow {
  readonly location: Pick<Location, "hash" | "pathname">;
  readonly history: Pick<History, "replaceState" | "state">;
  readonly sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const KEY = "satchel.confirmation";

/**
 * The token of the mailed link that led here. It stands in the fragment, which no server sees; it is taken out of the
 * address bar and kept in the tab, so that it is still there after signing in.
 */
export function takeToken({ location, history, sessionStorage }: PageWindow): string | undefined {
  const fresh = new URLSearchParams(location.hash.slice(1)).get("token");
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  if (fresh) sessionStorage.setItem(KEY, fresh);
  return fresh || keptToken({ sessionStorage });
}

/** The token that waits for somebody to sign in. */
export const keptToken = ({ sessionStorage }: Pick<PageWindow, "sessionStorage">): string | undefined =>
  sessionStorage.getItem(KEY) ?? undefined;

/** The token was used, or is good for nothing. */
export const dropToken = ({ sessionStorage }: Pick<PageWindow, "sessionStorage">): void =>
  sessionStorage.removeItem(KEY);
