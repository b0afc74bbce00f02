import { FetchFault } from "./fetch-failure.ts";

export type TimeLimit = { signal: AbortSignal; clear: () => void };

/**
 * A signal that aborts with `fault` after `ms` milliseconds, or when `outer` does: then with outer's fault, or `aborted`.
 * Clear it when the work is done. (AbortSignal.any would hold every signal ever derived from a long-lived one.)
 */
export function limitTime(ms: number, fault: FetchFault, outer?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(fault), ms);
  const abort = () => {
    const given = outer?.reason as unknown;
    controller.abort(given instanceof FetchFault ? given : new FetchFault("aborted", "the fetch was given up"));
  };
  if (outer?.aborted) abort();
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}
