/** How often something may happen within any so many seconds. */
export interface RateLimit {
  /** Its name, a token of keys. */
  readonly name: string;
  readonly count: number;
  readonly seconds: number;
}

/**
 * The times of grants within the last window (milliseconds since 1970), and their numbers. Unordered, because the clocks of
 * replicas differ.
 */
export type Tally = readonly (readonly [time: number, count: number])[];

/** The outcome of a request. `retryAfter` is in whole seconds, 1 or more. */
export type Grant =
  | { readonly kind: "granted"; readonly count: number; readonly tally: Tally }
  | { readonly kind: "limited"; readonly retryAfter: number };

/** The part of the window within which grants have to be used. */
const BATCH_PART = 1 / 12;

/** Milliseconds within which grants have to be used. */
export const batchMs = ({ seconds }: Pick<RateLimit, "seconds">): number => seconds * 1000 * BATCH_PART;

/**
 * Grants up to `wanted`, in a sliding window: no period of {@link RateLimit.seconds} ever has more than {@link
 * RateLimit.count}. Several grants may be used within {@link batchMs}, so they count for that much longer. A refusal is not
 * counted, so that a caller who waits the announced time succeeds.
 * @param now milliseconds since 1970
 */
export function grant(tally: Tally, limit: Pick<RateLimit, "count" | "seconds">, wanted: number, now: number): Grant {
  const expiryOf = ([time, count]: Tally[number]): number =>
    time + limit.seconds * 1000 + (count > 1 ? batchMs(limit) : 0);
  // Replicas' clocks differ by less than a window: what is later was counted by a clock that was wrong, perhaps by years.
  const recent = tally.filter((entry) => now < expiryOf(entry) && entry[0] - now < limit.seconds * 1000);
  const counted = recent.reduce((sum, [, count]) => sum + count, 0);
  const count = Math.min(wanted, limit.count - counted);
  if (count > 0) return { kind: "granted", count, tally: [...recent, [now, count]] };
  // One more is possible when all but `limit.count - 1` of the recent ones have expired.
  let left = counted;
  let roomAt = now;
  for (const entry of recent.toSorted((a, b) => expiryOf(a) - expiryOf(b))) {
    if (left < limit.count) break;
    left -= entry[1];
    roomAt = expiryOf(entry);
  }
  return { kind: "limited", retryAfter: Math.max(1, Math.ceil((roomAt - now) / 1000)) };
}

/** Removes one of the grants of this time. */
export function giveBack(tally: Tally, time: number): Tally {
  const index = tally.findIndex(([at]) => at === time);
  const count = tally[index]?.[1];
  if (count === undefined) return tally;
  return count === 1 ? tally.toSpliced(index, 1) : tally.with(index, [time, count - 1]);
}
