/** Name of the header with which a caller repeats a call that got no answer (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** Name of a list's header with the cursor of the next page; absent on the last page. */
export const NEXT_CURSOR = "x-next-cursor";

/** Name of the header of an answer that may not show the caller's own write yet. */
export const STALE = "x-satchel-stale";

/** Name of the header of a session's status with the id of a live event: the changes that later answers may lack come after it. */
export const EVENT_ID = "x-satchel-event-id";
