/** Milliseconds before work that failed is tried again. */
const RETRY_MS = 2000;

/**
 * Runs `work` for what is added, one run at a time: the first at once, and what is added meanwhile together in the next.
 * So a single mail shows without delay, and a mail with a hundred links costs two reads. What `work` rejects comes again
 * a little later.
 */
export function coalesce<T>(
  work: (items: ReadonlySet<T>) => Promise<void>,
  pause: (ms: number) => Promise<void>,
): (items: Iterable<T>) => void {
  let waiting = new Set<T>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.size > 0) {
      const items = waiting;
      waiting = new Set();
      try {
        await work(items);
      } catch (error) {
        console.warn("What changed could not be read", error);
        for (const item of items) waiting.add(item);
        await pause(RETRY_MS);
      }
    }
    running = false;
  }

  return (items) => {
    for (const item of items) waiting.add(item);
    if (!running) void run();
  };
}
