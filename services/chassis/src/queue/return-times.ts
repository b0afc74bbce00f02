/** The shortest and the longest deferral in milliseconds. */
export const DEFERRAL_MS_MIN = 1000;
export const DEFERRAL_MS_MAX = 10 * 60_000;

/**
 * Milliseconds for which work is deferred. Work of one key returns `apartMs` apart, after at most {@link DEFERRAL_MS_MAX};
 * beyond that with random jitter.
 */
type ReturnTimes = (key: string, apartMs: number) => number;

/** Keys in memory from which expired ones are removed. */
const KEYS_MAX = 1000;

export function createReturnTimes(): ReturnTimes {
  /** The last return of each key, in milliseconds since 1970. */
  const lastReturns = new Map<string, number>();

  return (key, apartMs) => {
    const now = Date.now();
    if (lastReturns.size > KEYS_MAX) {
      for (const [other, at] of lastReturns) if (at < now) lastReturns.delete(other);
    }
    const next = Math.max(lastReturns.get(key) ?? 0, now + DEFERRAL_MS_MIN) + apartMs;
    if (next - now > DEFERRAL_MS_MAX) return Math.round(DEFERRAL_MS_MAX * (0.5 + Math.random() / 2));
    lastReturns.set(key, next);
    return Math.round(next - now);
  };
}
