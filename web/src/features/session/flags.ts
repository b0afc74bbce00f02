/**
 * Two flags beside the HTTP-only cookies, which the page cannot see.
 * "Stay logged in" says that a session began in this browser, so that renewing it is worth a try; it is in local storage
 * because a new tab must know it too. "Logging out" lives and ends with its tab.
 */
const STAY = "satchel.stay-logged-in";
const LOGGING_OUT = "satchel.logging-out";

export const hasSessionHint = (): boolean => localStorage.getItem(STAY) !== null;
export const rememberSession = (): void => localStorage.setItem(STAY, "1");
export const forgetSession = (): void => localStorage.removeItem(STAY);

export const isLoggingOut = (): boolean => sessionStorage.getItem(LOGGING_OUT) !== null;
export const beginLoggingOut = (): void => sessionStorage.setItem(LOGGING_OUT, "1");
export const endLoggingOut = (): void => sessionStorage.removeItem(LOGGING_OUT);
