// When a call is repeated: docs/api, "When to ask again". It imports nothing, because the load in Node (`caller.ts`) and that of
// k6 (`../k6/rolling.ts`) share it.

/** Milliseconds for an answer to begin, and to go on. */
export const ANSWER_MS = 15_000;
/** Milliseconds after which a client gives a call up. */
export const GIVE_UP_MS = 30_000;
/** Milliseconds before a call is repeated after its connection broke; doubled each time. */
export const REPEAT_MS = 100;

/** The properties of a call that decide whether it may be repeated. */
export interface CallToRepeat {
  readonly method: string;
  /** Its `Idempotency-Key`: makes a call that changes something repeatable. */
  readonly key?: string;
  /** Done twice is as good as done once, without a key: a sign-in. */
  readonly isHarmless?: boolean;
}

/** The outcome of an attempt without success: an answer, or nothing where the connection broke or the answer took too long. */
export interface FailedAttempt {
  readonly status?: number;
  /** The answer's `Retry-After`, in seconds. */
  readonly retryAfter?: string | undefined;
}

/**
 * Milliseconds to wait before the call is made again; undefined where it has failed, and counts.
 * @param attempts how often it was made. @param spent milliseconds since the first attempt
 */
export function againAfter(
  call: CallToRepeat,
  outcome: FailedAttempt,
  attempts: number,
  spent: number,
): number | undefined {
  const { status, retryAfter } = outcome;
  const isRepeatable = call.method === "GET" || call.key !== undefined || call.isHarmless === true;
  if (spent > GIVE_UP_MS) return undefined;
  // A proxy's word that it got no answer itself.
  const isUnanswered = status === undefined || status === 502 || status === 504;
  if (isUnanswered) return isRepeatable ? REPEAT_MS * 2 ** (attempts - 1) : undefined;
  // 429 says that nothing was done; after 503 a change may have been made.
  const maybe = status === 429 || (status === 503 && isRepeatable);
  return maybe && retryAfter !== undefined ? Number(retryAfter) * 1000 : undefined;
}
