import { setTimeout as delay } from "node:timers/promises";

/** Waits so many milliseconds, or until the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined);

/**
 * The value of some work or, when it takes longer than so many milliseconds, what `late` returns or throws: undefined by
 * default. The work is not stopped then.
 */
export async function within<T, Late = undefined>(
  work: Promise<T>,
  milliseconds: number,
  late: () => Late = () => undefined as Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, deadline.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
