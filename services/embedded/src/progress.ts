/** Takes one line of text for the person who waits. */
export type Progress = (line: string) => void;

/** A step that is still under way after this long is announced. */
const SLOW_AFTER_MS = 1000;

/** Announces `line` when `work` takes longer than a second. */
export async function announceSlow<T>(log: Progress, line: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log(line), SLOW_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
