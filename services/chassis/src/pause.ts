import { setTimeout as delay } from "node:timers/promises";

/** Waits so many milliseconds, or until the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined);

/** The value of `work`; undefined where it takes longer than so many milliseconds. */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, pause(milliseconds, timer.signal).then(() => undefined)]);
  } finally {
    timer.abort();
  }
}
