import { setTimeout as delay } from "node:timers/promises";

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the result. Default 5000. */
  readonly timeout?: number;
  /** Milliseconds between two tries. Default 20. */
  readonly interval?: number;
}

/**
 * Tries until `check` neither throws nor gives `false`, and gives its value.
 * @throws when the time is up, with the last failure as message and cause
 */
export async function eventually<T>(check: () => Promise<T> | T, options: EventuallyOptions = {}): Promise<T> {
  const { timeout = 5000, interval = 20 } = options;
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
    await delay(interval);
  }
}
