import { DEFERRAL_MS_MAX, DEFERRAL_MS_MIN } from "../limits.ts";

/**
 * After how many milliseconds work comes back that is deferred now: that of one key one after the other, `apartMs` apart, so
 * that it does not come back all at once. Never more than {@link DEFERRAL_MS_MAX}, then at random times.
 */
export type ReturnTimes = (key: string, apartMs: number) => number;

/** Keys that are remembered before those are looked for of which nothing is to come back any more. */
const REMEMBERED = 1000;

export function createReturnTimes(): ReturnTimes {
  /** By key when its last work comes back, in milliseconds since 1970. */
  const lastReturns = new Map<string, number>();

  return (key, apartMs) => {
    const now = Date.now();
    if (lastReturns.size > REMEMBERED) {
      for (const [other, at] of lastReturns) if (at < now) lastReturns.delete(other);
    }
    const next = Math.max(lastReturns.get(key) ?? 0, now + DEFERRAL_MS_MIN) + apartMs;
    if (next - now > DEFERRAL_MS_MAX) return Math.round(DEFERRAL_MS_MAX * (0.5 + Math.random() / 2));
    lastReturns.set(key, next);
    return Math.round(next - now);
  };
}
