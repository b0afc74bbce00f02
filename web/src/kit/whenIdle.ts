/** Calls back after a pause, in milliseconds, as soon as there is time. */
export function whenIdle(callback: () => void, pauseMs: number): void {
  window.setTimeout(() => {
    // Safari has no idle callbacks; after the pause it is idle enough.
    if ("requestIdleCallback" in window) window.requestIdleCallback(callback);
    else callback();
  }, pauseMs);
}
