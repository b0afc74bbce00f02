import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { texts } from "@satchel/contracts";
import { useSearch } from "wouter/use-browser-location";
import { useAppDispatch } from "./state.ts";
import { errorShown } from "./toasts.slice.ts";

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

/** Milliseconds that "Copied" stands (specification, section 9). */
const COPIED_MS = 1500;

/** Copies a text to the clipboard, and says for a moment that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const dispatch = useAppDispatch();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function write(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      dispatch(errorShown(texts.unexpected));
    }
  }

  return { copied, copy: (text) => void write(text) };
}

/**
 * The query of the address as the browser has it, with its "?"; "" where there is none. wouter's own `useSearch` and
 * `useSearchParams` decode it before it is taken apart, so that an encoded "%20" of a text becomes a space.
 */
export const useQueryString = (): string => useSearch();

/** The same, taken apart. */
export function useQuery(): URLSearchParams {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
}
