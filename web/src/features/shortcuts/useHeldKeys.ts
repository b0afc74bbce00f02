import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps keys from whoever else listens while a dialog was asked for and is not there yet: they are meant for it, and one of
 * them might delete a link. Escape asks for it no more.
 */
export function useHeldKeys(isAsked: boolean, onEscape: () => void): void {
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });

  // Before the next key.
  useLayoutEffect(() => {
    if (!isAsked) return;
    function hold(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      if (event.key === "Tab") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") escape.current();
    }
    window.addEventListener("keydown", hold, { capture: true });
    return () => window.removeEventListener("keydown", hold, { capture: true });
  }, [isAsked]);
}
