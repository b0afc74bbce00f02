/** Name of the header by which a caller repeats a call that it had no answer to (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** Name of the header that a list answers with while there is more. */
export const NEXT_CURSOR = "x-next-cursor";

/** Name of the header that says the answer may not show the caller's own write yet. */
export const STALE = "x-satchel-stale";
