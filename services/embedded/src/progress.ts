/** Takes one line of progress for the person at the terminal. */
export type Progress = (line: string) => void;

/** Milliseconds after which a running step is announced. */
const SLOW_AFTER_MS = 1000;
/** Milliseconds between two further lines about it. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Announces a step that takes longer than a second, and again every ten seconds with the seconds passed.
 * @param line names what is waited for; a function where it can change
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
