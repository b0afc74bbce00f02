/**
 * Two flags beside the HTTP-only cookies, which the page cannot see.
 * "Stay logged in" says that a session began in this browser, so that renewing it is worth a try; it is in local storage
 * because a new tab must know it too. Its value names the session for what is kept to be read offline: `kept.` and
 * digits, or `brief.` and digits for one that is to leave nothing behind. "Logging out" lives and ends with its tab.
 */
export const STAY = "satchel.stay-logged-in";
/** Which live event was heard last in the session (`features/live/stream.ts`). */
export const HEARD = "satchel.heard";
/** When the newest capture came that was looked at (`features/captures/Unread.tsx`). */
export const CAPTURES_SEEN = "satchel.captures-seen";
/** Begins the keys of changes that wait to be sent (`links/waiting.ts`). */
export const WAITING = "satchel.waiting.";
/** The keys of the changes that wait in the present session, in the order in which they were made. */
export function placesWaiting(): readonly string[] {
  const session = globalThis.localStorage === undefined ? undefined : keptSession();
  if (session === undefined) return [];
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${WAITING}${session}/`))
    .sort();
}
const LOGGING_OUT = "satchel.logging-out";

/** A name that nothing else has. */
export const newName = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

export const hasSessionHint = (): boolean => localStorage.getItem(STAY) !== null;
/** A session begins. @param stays whether it is to outlive the browser's window */
export const beginSessionHint = (stays: boolean): void =>
  localStorage.setItem(STAY, `${stays ? "kept" : "brief"}.${newName()}`);
/** The session goes on. One whose beginning was not seen is taken for one that is to leave nothing behind. */
export const rememberSession = (): void => {
  if (!hasSessionHint()) beginSessionHint(false);
};
export function forgetSession(): void {
  const waiting = Object.keys(localStorage).filter((key) => key.startsWith(WAITING));
  for (const key of [STAY, HEARD, CAPTURES_SEEN, ...waiting]) localStorage.removeItem(key);
}

/** What names the present session. */
export const sessionName = (): string | undefined => localStorage.getItem(STAY) ?? undefined;

/** The same, if what it shows may be kept. */
export function keptSession(): string | undefined {
  const hint = sessionName();
  return hint?.startsWith("kept.") === true ? hint : undefined;
}

export const isLoggingOut = (): boolean => sessionStorage.getItem(LOGGING_OUT) !== null;
export const beginLoggingOut = (): void => sessionStorage.setItem(LOGGING_OUT, "1");
export const endLoggingOut = (): void => sessionStorage.removeItem(LOGGING_OUT);
