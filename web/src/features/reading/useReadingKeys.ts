import { useEffect, useRef } from "react";
import { isBusy } from "../../kit/hooks.ts";

/** What the keys of the reading view do, by `KeyboardEvent.key` in lower case. */
export type ReadingKeys = Readonly<Record<string, (() => void) | undefined>>;

/** Handles the keys of the reading view while it is mounted. A key that is held acts once: the next article may be there. */
export function useReadingKeys(keys: ReadingKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, isComposing, repeat, target } = event;
      if (event.defaultPrevented || isComposing || repeat || ctrlKey || metaKey || altKey || isBusy(target)) return;
      const act = latest.current[key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
