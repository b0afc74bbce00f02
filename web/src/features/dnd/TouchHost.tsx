import { useEffect } from "react";
import { TouchBackend } from "react-dnd-touch-backend";
import { Host } from "./Host.tsx";
import { currentParts } from "../../kit/dnd/parts.ts";

/** Milliseconds of a touch before it drags; an earlier move scrolls. */
const OPTIONS = { delayTouchStart: 150 };

/** Prevents the browser's long-press menu, which would cancel the drag. */
function keepFinger(event: MouseEvent): void {
  const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
  const { target } = event;
  if (!isTouch || !(target instanceof Node)) return;
  if ([...currentParts().sources.values()].some(({ element }) => element.contains(target))) event.preventDefault();
}

/** Dragging with a finger. */
export function TouchHost() {
  useEffect(() => {
    window.addEventListener("contextmenu", keepFinger);
    return () => window.removeEventListener("contextmenu", keepFinger);
  }, []);
  return <Host backend={TouchBackend} options={OPTIONS} />;
}
