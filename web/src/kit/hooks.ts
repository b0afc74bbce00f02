import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";

const TEXT =
  "input:not([type='checkbox'], [type='radio'], [type='button']), textarea, select, [contenteditable='true']";

/** Whether keys and pastes belong to something else: a field that is typed in, or a dialog over the page. */
export const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TEXT) !== null) || document.querySelector("dialog[open]") !== null;

const MINUTE = 60_000;

/** The time, renewed every minute: as fine as the page ever says it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** Below this width the sidebar is a drawer and the search lies in the dock, as in the styles. */
const PHONE = "(max-width: 760px)";

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);

/**
 * Puts a class on `body` while something is so, for what stands elsewhere on the page to make room. In place of
 * `body:has(…)`: that has the browser look through the whole page at each row that comes into a list.
 */
export function useBodyClass(name: string, is: boolean): void {
  useLayoutEffect(() => {
    if (!is) return undefined;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name, is]);
}

/** A value once it has not changed for `ms` milliseconds: what is typed, when the typing rests. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
