import { type ComponentType, lazy, Suspense, useSyncExternalStore } from "react";
import { currentParts, onPartsChanged } from "./parts.ts";

const Nothing: ComponentType = () => null;

/** The way of the device's main pointer. Where it can't be loaded nothing can be dragged; the menus do the same. */
const Host = lazy(async (): Promise<{ default: ComponentType }> => {
  const load = window.matchMedia("(pointer: coarse)").matches ? import("./TouchHost.tsx") : import("./MouseHost.tsx");
  return load.catch(() => ({ default: Nothing }));
});

/** Readies dragging once there is something to drag. */
export function Dragging() {
  const hasSources = useSyncExternalStore(onPartsChanged, () => currentParts().sources.size > 0);
  return hasSources ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}
