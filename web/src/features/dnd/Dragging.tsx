import { useEffect, useState, useSyncExternalStore } from "react";
import { part } from "../../kit/parts/part.tsx";
import { currentParts, onPartsChanged } from "../../kit/dnd/parts.ts";

const TOUCH = "(pointer: coarse)";

// Where it can't be loaded nothing can be dragged meanwhile; the menus do the same.
const TouchHost = part("dnd/TouchHost", async () => (await import("./TouchHost.tsx")).TouchHost, {
  isQuiet: true,
  texts: ["links"],
});
const MouseHost = part("dnd/MouseHost", async () => (await import("./MouseHost.tsx")).MouseHost, {
  isQuiet: true,
  texts: ["links"],
});

/** Whether somebody may take hold of something: a mouse has moved, or a finger may touch the page at any time. */
function useHasPointer(): boolean {
  const [hasPointer, setHasPointer] = useState(() => window.matchMedia(TOUCH).matches);
  useEffect(() => {
    if (hasPointer) return;
    const come = (): void => setHasPointer(true);
    window.addEventListener("pointermove", come, { once: true, passive: true });
    return () => window.removeEventListener("pointermove", come);
  }, [hasPointer]);
  return hasPointer;
}

/** Readies dragging once there is something to drag, and somebody to do it. */
export function Dragging() {
  const hasSources = useSyncExternalStore(onPartsChanged, () => currentParts().sources.size > 0);
  const hasPointer = useHasPointer();
  if (!hasSources || !hasPointer) return null;
  return window.matchMedia(TOUCH).matches ? <TouchHost /> : <MouseHost />;
}
