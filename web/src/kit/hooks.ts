import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { texts } from "@satchel/contracts";
import { useSearch } from "wouter/use-browser-location";
import { useAppDispatch } from "./state.ts";
import { errorShown } from "./toasts.slice.ts";

const TEXT =
  "input:not([type='checkbox'], [type='radio'], [type='button']), textarea, select, [contenteditable='true']";

/** Whether keys and pastes belong to an input field or a dialog, and not to the page. */
export const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(TEXT) !== null) || document.querySelector("dialog[open]") !== null;

/**
 * Whether a key belongs to an input method, such as one for Japanese. Versions of Safari send the key that ends a composition
 * after its end, and only its code tells (technique SCR41 of WCAG).
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const MINUTE = 60_000;

/** The time, updated every minute: the page shows nothing finer. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** Whether a media query holds. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (onChange: () => void) => {
        const list = window.matchMedia(query);
        list.addEventListener("change", onChange);
        return () => list.removeEventListener("change", onChange);
      },
      [query],
    ),
    () => window.matchMedia(query).matches,
  );

/** Below this width the sidebar is a drawer and the search is in the dock, as in the styles. */
const PHONE = "(max-width: 760px)";

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useMedia(PHONE);

/**
 * Sets a class on `body` while a condition holds, so that other parts of the page can make space. Instead of `body:has(…)`,
 * which browsers evaluate over the whole page for each new row of a list.
 */
export function useBodyClass(name: string, is: boolean): void {
  useLayoutEffect(() => {
    if (!is) return undefined;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name, is]);
}

/** A debounced value: it changes after `ms` milliseconds without a further change. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Milliseconds for which is waited that the browser is idle: on a slow machine it may never be. */
const BUSY_MS = 2000;

/** Calls back after a pause, in milliseconds, when the browser is idle. */
export function whenIdle(callback: () => void, pauseMs: number): void {
  window.setTimeout(() => {
    // Safari has no idle callbacks; there the pause has to be enough.
    if ("requestIdleCallback" in window) window.requestIdleCallback(callback, { timeout: BUSY_MS });
    else callback();
  }, pauseMs);
}

/** Milliseconds after the last scroll event from which the page counts as idle. */
const REST_MS = 150;

/** Components that are notified at a time, so that their rendering does not block input. */
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
 * Whether the page has been idle since the component was mounted: nothing scrolls, and the browser has time. For content
 * that is invisible and unreachable before. The function requests it at once.
 */
export function useAtRest(): readonly [boolean, () => void] {
  const [has, setHas] = useState(false);
  const now = useCallback(() => setHas(true), []);
  useEffect(() => (has ? undefined : whenAtRest(now)), [has, now]);
  return [has, now];
}

/** Milliseconds for which "Copied" is shown (specification, section 9). */
const COPIED_MS = 1500;

/** Copies a text to the clipboard; `copied` is true for a moment afterwards. */
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
 * The query of the address, undecoded and with its "?"; "" if there is none. wouter's own `useSearch` and `useSearchParams`
 * decode it before splitting it, so that an encoded "%20" in a value becomes a space.
 */
export const useQueryString = (): string => useSearch();

/** The parsed query. */
export function useQuery(): URLSearchParams {
  const search = useSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
}
