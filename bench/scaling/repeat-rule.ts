// When a call is made again: docs/api, "When to ask again". Imports nothing, for the load in Node (`caller.ts`) and that of k6
// (`../k6/rolling.ts`) share it.

/** Milliseconds for an answer to begin, and to go on. */
export const ANSWER_MS = 15_000;
/** Milliseconds after which a client gives a call up for good. */
export const GIVE_UP_MS = 30_000;
/** Milliseconds before a call is repeated whose connection broke; each further time twice as long. */
export const AGAIN_MS = 100;

/** What of a call says whether it may be repeated. */
export interface Repeatable {
  readonly method: string;
  /** Its `Idempotency-Key`: makes a call that changes something repeatable. */
  readonly key?: string;
  /** Done twice is as good as done once, without a key: a sign-in. */
  readonly isHarmless?: boolean;
}

/** What was heard instead of success: an answer, or nothing where the connection broke or the answer took too long. */
export interface Heard {
  readonly status?: number;
  /** The answer's `Retry-After`, in seconds. */
  readonly retryAfter?: string | undefined;
}

/**
 * Milliseconds to wait before the call is made again; undefined where it has failed, and counts.
 * @param tries how often it was made, `spent` the milliseconds since it was made first
 */
export function againAfter(call: Repeatable, heard: Heard, tries: number, spent: number): number | undefined {
  const { status, retryAfter } = heard;
  const isRepeatable = call.method === "GET" || call.key !== undefined || call.isHarmless === true;
  if (spent > GIVE_UP_MS) return undefined;
  if (status === undefined) return isRepeatable ? AGAIN_MS * 2 ** (tries - 1) : undefined;
  // 429 says that nothing was done; after 503 a change may have been made.
  const maybe = status === 429 || (status === 503 && isRepeatable);
  return maybe && retryAfter !== undefined ? Number(retryAfter) * 1000 : undefined;
}
