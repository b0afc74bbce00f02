import { useEffect, useState } from "react";

const SECOND = 1000;

/** Whole seconds until a time, rounded up, so that "0" is never a wait. @param until, now milliseconds since the epoch */
export const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / SECOND));

/**
 * Counts down by the clock, so that a tab in the background, whose timers are late, shows the right number when it is back.
 * @returns the seconds left, 0 when there are none, and what begins anew
 */
export function useCountdown(): readonly [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    let timer = 0;
    const tick = (): void => {
      const seconds = secondsUntil(until, Date.now());
      setLeft(seconds);
      if (seconds > 0) timer = window.setTimeout(tick, SECOND);
    };
    tick();
    return () => window.clearTimeout(timer);
  }, [until]);

  return [left, (seconds) => setUntil(Date.now() + seconds * SECOND)];
}
