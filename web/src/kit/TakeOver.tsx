import { useLayoutEffect } from "react";

function takeOver(): void {
  document.getElementById("first")?.remove();
  document.documentElement.classList.remove("is-narrow", "hides-first", "hides-title");
}

/** Takes away what the document showed before its scripts had come, as what it stood for is about to be painted. */
export function TakeOver(): null {
  useLayoutEffect(takeOver, []);
  return null;
}
