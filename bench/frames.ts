/** What is read of an event of Chromium's trace: times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string; readonly hasPartialUpdate?: boolean };
}

/** How a page was drawn while it was traced; times in milliseconds. */
export interface Frames {
  /** Frames that were drawn, and the times between two of them. */
  readonly drawn: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  /** Frames that should have been drawn and were not: nothing moved. */
  readonly dropped: number;
  /**
   * Frames that were drawn without what the page's own thread was still at: the browser scrolled, what the page changes came
   * in a later one. The trace has them among the dropped ones; DevTools calls them partially presented since Chrome 100.
   */
  readonly partial: number;
  /** Tasks of the page's own thread that took longer than 50 ms (W3C, Long Tasks), and the longest task. */
  readonly longTasks: number;
  readonly longestTask: number;
}

const LONG_MS = 50;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Reads a trace. @throws where nothing was drawn or the page's thread is not in it */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const draw = events.find(({ name }) => name === "DrawFrame");
  const main = events.find(
    ({ pid, name, args }) => pid === draw?.pid && name === "thread_name" && args?.name === "CrRendererMain",
  );
  if (main === undefined) throw new Error("The trace has no page that was drawn");
  const ofPage = events.filter(({ pid }) => pid === main.pid);
  const draws = ofPage.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts / 1000);
  if (draws.length < 2) throw new Error("Nothing was drawn");
  const sorted = draws.toSorted((a, b) => a - b);
  const between = sorted.slice(1).map((time, nth) => time - (sorted[nth] ?? time));
  const byLength = between.toSorted((a, b) => a - b);
  const failed = ofPage.filter(({ name }) => name === "DroppedFrame");
  const partial = failed.filter(({ args }) => args?.hasPartialUpdate === true).length;
  const tasks = ofPage
    .filter(({ name, tid }) => name === "RunTask" && tid === main.tid)
    .map(({ dur = 0 }) => dur / 1000);
  return {
    drawn: draws.length,
    median: at(byLength, 0.5),
    p95: at(byLength, 0.95),
    longest: byLength.at(-1) ?? Number.NaN,
    dropped: failed.length - partial,
    partial,
    longTasks: tasks.filter((ms) => ms > LONG_MS).length,
    longestTask: Math.max(...tasks),
  };
}
