/** Milliseconds between two tries. */
const PAUSE_MS = 3000;

/** Does what may fail for a while, such as loading a part of the page, again and again until it is done. */
export async function persistently<T>(work: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
