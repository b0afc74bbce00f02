import { useLayoutEffect } from "react";

/** Whether the document shows something in the place of the page (`public/first.js`, `TakeOver.tsx`). */
export const standsIn = (): boolean =>
  document.getElementById("first") !== null && !document.documentElement.classList.contains("hides-first");

function takeOver(): void {
  document.getElementById("first")?.remove();
  document.documentElement.classList.remove("is-narrow", "hides-first", "hides-title");
}

/** Takes away what the document showed before its scripts had come, as what it stood for is about to be painted. */
export function TakeOver(): null {
  useLayoutEffect(takeOver, []);
  return null;
}
