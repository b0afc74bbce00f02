import { median, percentile } from "./report.ts";

/** An event of Chromium's trace; times in microseconds. */
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
  /** Frames that were not drawn. */
  readonly dropped: number;
  /**
   * Frames that were drawn without changes that the page's own thread had not finished; these came in a later frame. The trace
   * has them among the dropped ones; DevTools calls them partially presented since Chrome 100.
   */
  readonly partial: number;
  /** Tasks of the page's own thread that took longer than 50 ms (W3C, Long Tasks), and the longest task. */
  readonly longTasks: number;
  readonly longestTask: number;
}

const LONG_MS = 50;

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
  const failed = ofPage.filter(({ name }) => name === "DroppedFrame");
  const partial = failed.filter(({ args }) => args?.hasPartialUpdate === true).length;
  const tasks = ofPage
    .filter(({ name, tid }) => name === "RunTask" && tid === main.tid)
    .map(({ dur = 0 }) => dur / 1000);
  return {
    drawn: draws.length,
    median: median(between),
    p95: percentile(between, 0.95),
    longest: Math.max(...between),
    dropped: failed.length - partial,
    partial,
    longTasks: tasks.filter((ms) => ms > LONG_MS).length,
    longestTask: Math.max(...tasks),
  };
}
