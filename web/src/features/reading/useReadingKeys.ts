import { useEffect, useRef } from "react";
import { isBusy } from "../../kit/hooks.ts";

/** What the keys of the reading view do, by `KeyboardEvent.key`. */
export type ReadingKeys = Readonly<Record<"j" | "k" | "o" | "v" | "e" | "Escape", (() => void) | undefined>>;

/** Handles the keys of the reading view while it is mounted. */
export function useReadingKeys(keys: ReadingKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey || isBusy(event.target)) return;
      const act = key in latest.current ? latest.current[key as keyof ReadingKeys] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
