import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds of all waits in tests: many times what they take, for a machine under other load. */
export const PATIENCE_MS = 60_000;

/**
 * Milliseconds of the first pause between two attempts, and of the longest; each pause is 1.5 times the one before. Most
 * attempts are calls to a system on the same machine, and would take processor time from it.
 */
const PAUSE_MS = { first: 20, longest: 200 };

export interface EventuallyOptions {
  /** Milliseconds until it gives up. Default {@link PATIENCE_MS}. */
  readonly timeout?: number;
  /** Milliseconds between two attempts. By default {@link PAUSE_MS}. */
  readonly interval?: number;
}

/**
 * Repeats `check` until it neither throws nor returns `false`. @returns its value
 * @throws after the timeout, with the last failure as message and cause
 */
export async function eventually<T>(check: () => Promise<T> | T, options: EventuallyOptions = {}): Promise<T> {
  const { timeout = PATIENCE_MS, interval } = options;
  let pause = interval ?? PAUSE_MS.first;
  const deadline = Date.now() + timeout;
  for (;;) {
    let fault: unknown = new Error("the condition stayed false");
    try {
      const value = await check();
      if (value !== false) return value;
    } catch (thrown) {
      fault = thrown;
    }
    if (Date.now() >= deadline) {
      throw new Error(`not within ${timeout} ms: ${fault instanceof Error ? fault.message : String(fault)}`, {
        cause: fault,
      });
    }
    await delay(pause);
    if (interval === undefined) pause = Math.min(pause * 1.5, PAUSE_MS.longest);
  }
}
