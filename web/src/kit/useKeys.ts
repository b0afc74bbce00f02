import { useLayoutEffect, useRef } from "react";
import { isBusy } from "./hooks.ts";

/** What keys do, by `KeyboardEvent.key` in lower case. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Handles single keys on the whole page while the caller is mounted. A key that is held acts once: the next article, or the
 * next offer to undo, may be there.
 * @param on the document: before the keys of a list, which listen on the window
 */
export function useKeys(keys: Keys, on: EventTarget = window): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  // Before the caller is painted: a key counts from when it is seen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing, repeat, target } = event;
      if (event.defaultPrevented || isComposing || repeat || ctrlKey || metaKey || altKey || isBusy(target)) return;
      const act = latest.current[key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    on.addEventListener("keydown", onKeyDown as EventListener);
    return () => on.removeEventListener("keydown", onKeyDown as EventListener);
  }, [on]);
}
