/** How often something may happen in any stretch of so many seconds. */
export interface Limit {
  /** Its name, a token of keys. */
  readonly name: string;
  readonly count: number;
  readonly seconds: number;
}

/** When it happened within the last stretch, in milliseconds since 1970; in no order, for clocks differ. */
export type Tally = readonly number[];

/** What one more comes to. `retryAfter` is in whole seconds, 1 or more. */
export type Taking =
  | { readonly kind: "taken"; readonly tally: Tally }
  | { readonly kind: "limited"; readonly retryAfter: number };

/**
 * Counts one more, in a window that slides: no stretch of {@link Limit.seconds} ever holds more than {@link Limit.count}.
 * What is refused is not counted, so whoever waits as long as told gets on.
 */
export function takeOne(tally: Tally, { count, seconds }: Pick<Limit, "count" | "seconds">, now: number): Taking {
  const window = seconds * 1000;
  const recent = tally.filter((time) => now - time < window);
  if (recent.length < count) return { kind: "taken", tally: [...recent, now] };
  // There is room when all but `count - 1` of the recent ones have left the window.
  const leaving = [...recent].sort((a, b) => a - b)[recent.length - count] ?? now;
  return { kind: "limited", retryAfter: Math.max(1, Math.ceil((leaving + window - now) / 1000)) };
}

/** Takes one back that was counted at this time. */
export function giveBack(tally: Tally, time: number): Tally {
  const index = tally.indexOf(time);
  return index < 0 ? tally : tally.toSpliced(index, 1);
}
