// Limits of the operator's page.

/** Milliseconds that a session of it lasts. */
export const SESSION_MS = 8 * 3600 * 1000;

/** Sessions at the same time; the oldest goes for a new one. */
export const SESSIONS = 20;

/** Wrong tokens within so many milliseconds before none is looked at any more, whoever asks. */
export const WRONG_TOKENS = 10;
export const WRONG_TOKENS_MS = 15 * 60 * 1000;

/** Octets of a form: a token and a button. */
export const FORM_BYTES = 4096;

/** Dead letters on the page, the oldest first. */
export const LETTERS = 100;

/** Milliseconds for the answer of whoever builds tables anew; building goes on behind it. */
export const REBUILD_ANSWER_MS = 5000;
