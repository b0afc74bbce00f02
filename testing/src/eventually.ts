import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that whatever a test waits for may take: many times what it does, on a machine that does much else. */
export const PATIENCE_MS = 60_000;

/**
 * Milliseconds between two tries, the first time and at most; each pause is half as long again as the one before it. Most
 * tries are calls to a whole system on the same machine: without a growing pause they take the time from what they wait for.
 */
const PAUSE_MS = { first: 20, longest: 200 };

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the result. Default {@link PATIENCE_MS}. */
  readonly timeout?: number;
  /** Milliseconds between two tries. By default {@link PAUSE_MS}. */
  readonly interval?: number;
}

/**
 * Tries until `check` neither throws nor gives `false`, and gives its value.
 * @throws when the time is up, with the last failure as message and cause
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
