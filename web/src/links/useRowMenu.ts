import type { Link } from "@satchel/contracts";
import { type RefObject, useEffect } from "react";
import { below } from "../kit/menuPlace.ts";
import { useAppDispatch } from "../kit/state.ts";
import { dialogOpened } from "./list.slice.ts";
import { ROW } from "./rowFocus.ts";

const RIGHT_BUTTON = 2;

/** For browsers whose event does not say what it is by. */
const hasMouse = matchMedia("(any-pointer: fine)").matches;

/** Whether a right click is on the words of a title, or on another link of the row: then the browser's own menu is wanted. */
function isOnLink(target: Element, { clientX: x, clientY: y }: MouseEvent): boolean {
  const title = target.closest(".link__title a");
  if (title === null) return target.closest("a") !== null;
  // The title's link covers the whole row.
  const words = title.querySelector("bdi")?.getBoundingClientRect();
  return words !== undefined && x >= words.left && x <= words.right && y >= words.top && y <= words.bottom;
}

/**
 * Opens the menu of a row or card by a right click, and by the keyboard's menu key (decision 70). A finger has the button
 * for it; while links are selected, there is no menu of one.
 */
export function useRowMenu(frame: RefObject<HTMLElement | null>, links: readonly Link[]): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const list = frame.current;
    function onContextMenu(event: MouseEvent): void {
      const { target, button, ctrlKey, clientX: x, clientY: y } = event;
      const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
      const link = links.find(({ id }) => id === row?.dataset["link"]);
      const isTouch = event instanceof PointerEvent ? event.pointerType === "touch" : !hasMouse;
      if (!(target instanceof Element) || link === undefined || isTouch || target.closest(".is-picking") !== null)
        return;
      // Else it is by a key; on a Mac, Ctrl makes a click one of the right button.
      const isClick = button === RIGHT_BUTTON || ctrlKey;
      if (isClick && isOnLink(target, event)) return;
      event.preventDefault();
      dispatch(dialogOpened({ kind: "menu", link, at: isClick ? { x, y } : below(target) }));
    }
    list?.addEventListener("contextmenu", onContextMenu);
    return () => list?.removeEventListener("contextmenu", onContextMenu);
  }, [frame, links, dispatch]);
}
