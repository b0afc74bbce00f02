import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { currentParts, onPartsChanged } from "./parts.ts";

const TOUCH = "(pointer: coarse)";

const Nothing: ComponentType = () => null;

/** The way of the device's main pointer. Where it can't be loaded nothing can be dragged; the menus do the same. */
const Host = lazy(async (): Promise<{ default: ComponentType }> => {
  const load = window.matchMedia(TOUCH).matches ? import("./TouchHost.tsx") : import("./MouseHost.tsx");
  return load.catch(() => ({ default: Nothing }));
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
  return hasSources && hasPointer ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}
