/** How often something may happen in any stretch of so many seconds. */
export interface WindowLimit {
  readonly count: number;
  readonly seconds: number;
}

/** How many were counted in each slice of time: the slice's number since 1970, and the count. In the order of time. */
export type Tally = readonly (readonly [slice: number, count: number])[];

/** What asking for some comes to: how many there are, from 0 to what was asked for, and what is to be stored. */
export interface Grant {
  readonly granted: number;
  readonly tally: Tally;
}

/**
 * Slices of a window. A tally stays this small however many are counted, and what was counted is forgotten by this part of the
 * window later than it could be: never earlier.
 */
const SLICES = 12;

/**
 * Counts up to `wanted` more. No stretch of {@link WindowLimit.seconds} ever holds more than {@link WindowLimit.count},
 * whatever the replicas' clocks say within a slice.
 * @param now milliseconds since 1970
 */
export function takeSome(tally: Tally, { count, seconds }: WindowLimit, wanted: number, now: number): Grant {
  const slice = sliceOf(seconds, now);
  // The oldest slice is looked at as a whole, although the window begins in the middle of it.
  const recent = tally.filter(([at]) => at >= slice - SLICES);
  const counted = recent.reduce((sum, [, many]) => sum + many, 0);
  const granted = Math.max(0, Math.min(wanted, count - counted));
  if (granted === 0) return { granted, tally: recent };
  const before = recent.find(([at]) => at === slice)?.[1] ?? 0;
  const others = recent.filter(([at]) => at !== slice);
  const next = [...others, [slice, before + granted] as const].sort(([a], [b]) => a - b);
  return { granted, tally: next };
}

/** The number of the slice that a moment is in. */
export const sliceOf = (seconds: number, now: number): number => Math.floor(now / ((seconds * 1000) / SLICES));
