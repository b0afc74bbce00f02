import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that whatever a test waits for may take: many times what it does, on a machine that does much else. */
export const PATIENCE_MS = 60_000;

export interface EventuallyOptions {
  /** Milliseconds after which the last failure is the result. Default {@link PATIENCE_MS}. */
  readonly timeout?: number;
  /** Milliseconds between two tries. Default 20. */
  readonly interval?: number;
}

/**
 * Tries until `check` neither throws nor gives `false`, and gives its value.
 * @throws when the time is up, with the last failure as message and cause
 */
export async function eventually<T>(check: () => Promise<T> | T, options: EventuallyOptions = {}): Promise<T> {
  const { timeout = PATIENCE_MS, interval = 20 } = options;
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
