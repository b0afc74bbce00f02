export interface ProbeOptions {
  /** Whether the server answers now. Never rejects. */
  readonly isReachable: () => Promise<boolean>;
  /** It does again. */
  readonly onReached: () => void;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** Milliseconds between two questions whether the server is there again: doubled from the first to the last. */
const FIRST_MS = 1000;
const LAST_MS = 30_000;

/**
 * Asks again and again whether the server is there, ever more seldom. `askNow` asks at once, as when the browser says
 * that there is a network again, and begins anew with short pauses. `stop` ends it.
 */
export function probe(options: ProbeOptions): { readonly askNow: () => void; readonly stop: () => void } {
  let delay = FIRST_MS;
  let timer: unknown;
  let stopped = false;
  let asking = false;

  async function ask(): Promise<void> {
    if (stopped || asking) return;
    asking = true;
    const reached = await options.isReachable();
    asking = false;
    if (stopped) return;
    if (reached) {
      stopped = true;
      options.onReached();
      return;
    }
    timer = options.setTimeout(() => void ask(), delay);
    delay = Math.min(delay * 2, LAST_MS);
  }

  timer = options.setTimeout(() => void ask(), delay);
  return {
    askNow: () => {
      options.clearTimeout(timer);
      delay = FIRST_MS;
      void ask();
    },
    stop: () => {
      stopped = true;
      options.clearTimeout(timer);
    },
  };
}
