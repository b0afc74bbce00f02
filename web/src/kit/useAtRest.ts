import { useCallback, useEffect, useState } from "react";

/** Calls back after a pause, in milliseconds, as soon as there is time. */
export function whenIdle(callback: () => void, pauseMs: number): void {
  window.setTimeout(() => {
    // Safari has no idle callbacks; after the pause it is idle enough.
    if ("requestIdleCallback" in window) window.requestIdleCallback(callback);
    else callback();
  }, pauseMs);
}

/** How long after the last movement the page is at rest, in milliseconds. */
const REST_MS = 150;

/** How many components are told at a time, so that what they draw keeps nobody waiting. */
const AT_A_TIME = 4;

const waiting = new Set<() => void>();
let movedAt = Number.NEGATIVE_INFINITY;
let isPlanned = false;
let isWatching = false;

function tell(): void {
  isPlanned = false;
  if (performance.now() - movedAt >= REST_MS) {
    for (const told of [...waiting].slice(0, AT_A_TIME)) {
      waiting.delete(told);
      told();
    }
  }
  plan();
}

function plan(): void {
  if (isPlanned || waiting.size === 0) return;
  isPlanned = true;
  whenIdle(tell, Math.max(0, movedAt + REST_MS - performance.now()));
}

function whenAtRest(told: () => void): () => void {
  if (!isWatching) {
    isWatching = true;
    document.addEventListener("scroll", () => (movedAt = performance.now()), { capture: true, passive: true });
  }
  waiting.add(told);
  plan();
  return () => void waiting.delete(told);
}

/**
 * Whether the page has been at rest since the component came: nothing scrolls, and there is time. For what nobody sees or
 * reaches before. The function says that it is needed at once.
 */
export function useAtRest(): readonly [boolean, () => void] {
  const [has, setHas] = useState(false);
  const now = useCallback(() => setHas(true), []);
  useEffect(() => (has ? undefined : whenAtRest(now)), [has, now]);
  return [has, now];
}
