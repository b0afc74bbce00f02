/** How often something may happen within any period of so many seconds. */
export interface WindowLimit {
  readonly count: number;
  readonly seconds: number;
}

/** The count of each slice of time, in the order of time. A slice is named by its number since 1970. */
export type Tally = readonly (readonly [slice: number, count: number])[];

/** How many were granted, from 0 to the number that was asked for, and the tally to be stored. */
export interface Grant {
  readonly granted: number;
  readonly tally: Tally;
}

/**
 * Slices of a window. A tally has no more entries than that. A count expires up to one slice later than it could, and never earlier.
 */
const SLICES = 12;

/**
 * Counts up to `wanted` more. No period of {@link WindowLimit.seconds} ever has more than {@link WindowLimit.count}, whatever the
 * replicas' clocks say within a slice.
 * @param now milliseconds since 1970
 */
export function takeSome(tally: Tally, { count, seconds }: WindowLimit, wanted: number, now: number): Grant {
  const slice = sliceOf(seconds, now);
  // The oldest slice counts as a whole, although the window begins in the middle of it.
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
