// Limits of the operator's page.

/** Milliseconds of a session. */
export const SESSION_MS = 8 * 3600 * 1000;

/** Sessions at a time; a new one replaces the oldest. */
export const SESSIONS = 20;

/** Wrong tokens within {@link WRONG_TOKENS_MS} milliseconds after which no token of any client is checked. */
export const WRONG_TOKENS = 10;
export const WRONG_TOKENS_MS = 15 * 60 * 1000;

/** Octets of a form: a token and a button. */
export const FORM_BYTES = 4096;

/** Dead letters on the page. */
export const LETTERS = 100;

/** Milliseconds for the answer of the service that rebuilds tables; the rebuild continues after it. */
export const REBUILD_ANSWER_MS = 5000;

/** Milliseconds for one answer about the sizes of accounts; it is asked twice. The page is shown without it. */
export const SIZES_MS = 1500;
