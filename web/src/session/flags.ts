import { dropNotices } from "./notices.ts";

/**
 * Two flags beside the HTTP-only cookies, which the page cannot see. "Stay logged in" means that a session began in this
 * browser and may be renewed; it is in local storage, for all tabs. Its value is the session's name, by which data for
 * reading offline is stored: `kept.` and digits, or `brief.` and digits for a session that must not store any. "Logging out"
 * is in session storage and ends with the tab.
 */
export const STAY = "satchel.stay-logged-in";
/** Key of the time of the newest capture that was seen (`features/captures/Unread.tsx`). */
export const CAPTURES_SEEN = "satchel.captures-seen";
/** Key of the recent searches (`features/search/recent.ts`). */
export const RECENT_SEARCHES = "satchel.recent-searches";
/** Prefix of the keys of changes to be sent later (`links/waiting.ts`). */
export const WAITING = "satchel.waiting.";
/** Prefix of the keys of what was typed and not saved, in session storage (`drafts.ts`). */
export const DRAFT = "satchel.draft.";
/** The keys of the current session's unsent changes, in the order of the changes. */
export function placesWaiting(): readonly string[] {
  const session = globalThis.localStorage === undefined ? undefined : keptSession();
  if (session === undefined) return [];
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${WAITING}${session}/`))
    .sort();
}
const LOGGING_OUT = "satchel.logging-out";

/** A random name. */
export const newName = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

export const hasSessionHint = (): boolean => localStorage.getItem(STAY) !== null;
/** Sets the flag when a session begins. @param stays whether it outlives the browser's window */
export const beginSessionHint = (stays: boolean): void =>
  localStorage.setItem(STAY, `${stays ? "kept" : "brief"}.${newName()}`);
/** Sets the flag for a session without one: it may not store data. */
export const rememberSession = (): void => {
  if (!hasSessionHint()) beginSessionHint(false);
};
/** Removes what this browser has of the session beside its cache (`archive.ts`). */
export function forgetSession(): void {
  dropNotices().catch(console.warn);
  const waiting = Object.keys(localStorage).filter((key) => key.startsWith(WAITING));
  for (const key of [STAY, CAPTURES_SEEN, RECENT_SEARCHES, ...waiting]) localStorage.removeItem(key);
}

/** Removes what was typed and not saved: its owner signs out. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
}

/** The current session's name. */
export const sessionName = (): string | undefined => localStorage.getItem(STAY) ?? undefined;

/** The current session's name, if its data may be stored. */
export function keptSession(): string | undefined {
  const hint = sessionName();
  return hint?.startsWith("kept.") === true ? hint : undefined;
}

export const isLoggingOut = (): boolean => sessionStorage.getItem(LOGGING_OUT) !== null;
export const beginLoggingOut = (): void => sessionStorage.setItem(LOGGING_OUT, "1");
export const endLoggingOut = (): void => sessionStorage.removeItem(LOGGING_OUT);

/**
 * Whether a session began while this page was not open, during a single sign-on: the server says so with a cookie that
 * scripts can read, which is removed. Undefined: none did; otherwise whether it stays.
 */
export function takeArrival(): boolean | undefined {
  // Under https its name has a prefix, which is only changed as `Secure`.
  const [, prefix = "", value] = /(__Host-)?satchel_arrival=(\w+)/.exec(document.cookie) ?? [];
  if (value === undefined) return undefined;
  document.cookie = `${prefix}satchel_arrival=;Max-Age=0;Path=/${prefix && ";Secure"}`;
  return value === "kept";
}
