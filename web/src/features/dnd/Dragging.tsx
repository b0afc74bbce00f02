import { useEffect, useState, useSyncExternalStore } from "react";
import { part } from "../../kit/parts/part.tsx";
import { currentParts, onPartsChanged } from "../../kit/dnd/parts.ts";

const TOUCH = "(pointer: coarse)";

// Without it nothing can be dragged; menus offer the same actions.
const TouchHost = part("dnd/TouchHost", async () => (await import("./TouchHost.tsx")).TouchHost, {
  isQuiet: true,
  texts: ["links"],
});
const MouseHost = part("dnd/MouseHost", async () => (await import("./MouseHost.tsx")).MouseHost, {
  isQuiet: true,
  texts: ["links"],
});

/** Whether a drag is possible: a mouse has moved, or the device has a touch screen. */
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

/** Loads dragging when there is something to drag and a pointer. */
export function Dragging() {
  const hasSources = useSyncExternalStore(onPartsChanged, () => currentParts().sources.size > 0);
  const hasPointer = useHasPointer();
  if (!hasSources || !hasPointer) return null;
  return window.matchMedia(TOUCH).matches ? <TouchHost /> : <MouseHost />;
}
