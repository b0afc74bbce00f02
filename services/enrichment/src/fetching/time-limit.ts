import { FetchFault } from "./fetch-failure.ts";

type TimeLimit = { signal: AbortSignal; clear: () => void };

/**
 * A signal that aborts after `ms` milliseconds with `fault`, or together with a signal of `outer`, with its FetchFault or
 * `aborted`. Clear it when the work is done. (AbortSignal.any would keep every signal derived from a long-lived one in
 * memory.)
 */
export function limitTime(ms: number, fault: () => FetchFault, ...outer: (AbortSignal | undefined)[]): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(fault()), ms);
  const followed = outer
    .filter((signal) => signal !== undefined)
    .map((signal) => ({ signal, abort: () => stop(signal) }));
  const stop = ({ reason }: AbortSignal) => {
    controller.abort(reason instanceof FetchFault ? reason : new FetchFault("aborted", "the fetch was given up"));
  };
  for (const { signal, abort } of followed) {
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  }
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      for (const { signal, abort } of followed) signal.removeEventListener("abort", abort);
    },
  };
}
