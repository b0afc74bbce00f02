import { useEffect, useLayoutEffect, useRef } from "react";
import { isField, write } from "./write.ts";

/**
 * Keeps keys from whoever else listens while a dialog was asked for and is not there yet: they are meant for it, and one of
 * them might delete a link. What they write is in the dialog's field as it comes. Escape asks for it no more.
 */
export function useHeldKeys(isAsked: boolean, onEscape: () => void): void {
  const escape = useRef(onEscape);
  useEffect(() => {
    escape.current = onEscape;
  });

  // Before the next key.
  useLayoutEffect(() => {
    if (!isAsked) return;
    let written = "";
    let frame = 0;

    /** Writes what was held into the field that the dialog has put the focus into. */
    function handOver(): void {
      const isThere = document.querySelector("dialog[open]") !== null;
      const field = document.activeElement;
      if (!isThere) frame = requestAnimationFrame(handOver);
      else if (isField(field)) write(field, written);
      if (isThere) written = "";
    }
    function hold(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]") !== null) {
        // A key that comes before the next frame is written behind those before it.
        cancelAnimationFrame(frame);
        if (written !== "") handOver();
        return;
      }
      if (event.key === "Tab") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") escape.current();
      else if (event.key === "Backspace") written = written.slice(0, -1);
      else if (event.key.length === 1) written += event.key;
      cancelAnimationFrame(frame);
      if (written !== "") frame = requestAnimationFrame(handOver);
    }
    window.addEventListener("keydown", hold, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("keydown", hold, { capture: true });
    };
  }, [isAsked]);
}
