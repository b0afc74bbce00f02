/** Takes one line of text for the person who waits. */
export type Progress = (line: string) => void;

/** Milliseconds after which a step that is still under way is announced. */
const SLOW_AFTER_MS = 1000;
/** Milliseconds between two further lines about it: often enough to see that it goes on, few enough to read. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Announces a step that takes longer than a second, and again every ten seconds with the seconds that it has taken.
 * @param line what is waited for; asked each time where it can change
 */
export async function announceSlow<T>(log: Progress, line: string | (() => string), work: Promise<T>): Promise<T> {
  const text = typeof line === "string" ? () => line : line;
  const began = performance.now();
  const announce = (): void => log(`${text()} (${Math.round((performance.now() - began) / 1000)} s)`);
  let again: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    log(text());
    again = setInterval(announce, AGAIN_AFTER_MS);
  }, SLOW_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(again);
  }
}
