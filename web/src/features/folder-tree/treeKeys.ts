import type { KeyboardEvent, RefObject } from "react";
import { sideways, useTabStop, walkControls } from "../../kit/tabStop.ts";

const ITEM = "[data-folder]";
const LINK = "a[href]";

const linkOf = (item: Element | undefined): HTMLElement | undefined =>
  item?.querySelector<HTMLElement>(LINK) ?? undefined;

/** The button that opens and closes a folder, if it has subfolders. */
const twistOf = (item: Element): HTMLElement | undefined =>
  item.querySelector<HTMLElement>("button[aria-expanded]") ?? undefined;

/** Moves the focus to a folder. @returns whether the key was handled */
function step(key: string, items: readonly Element[], at: number): boolean {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key];
  if (to === undefined) return false;
  linkOf(items[to])?.focus();
  return true;
}

/**
 * Opens or closes a folder; in an open one moves to its buttons and back, from a closed one to its parent.
 * @returns whether there was something to do
 */
function turn(by: 1 | -1, items: readonly Element[], at: number): boolean {
  const item = items[at];
  if (item === undefined) return false;
  const isOnLink = document.activeElement === linkOf(item);
  const twist = twistOf(item);
  const isOpen = twist?.getAttribute("aria-expanded") === "true";
  if (isOnLink && twist !== undefined && isOpen === (by === -1)) {
    twist.click();
    return true;
  }
  if (by === 1 || !isOnLink) return walkControls(item, by);
  const parent = items.slice(0, at).findLast((each) => each.classList.contains("nav--folder"));
  if (!item.classList.contains("nav--child") || parent === undefined) return false;
  linkOf(parent)?.focus();
  return true;
}

/** Makes the folders one stop of the Tab key, with arrows inside (ARIA Authoring Practices, "Tree View"). */
export function useTreeKeys(frame: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>) {
  const { onFocus, onKeyDown } = useTabStop({
    frame,
    end,
    item: ITEM,
    main: LINK,
    first: (folders) => folders.querySelector(`${ITEM}:has([aria-current])`) ?? folders.querySelector(ITEM),
  });

  return {
    onFocus,
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const item = event.target instanceof Element ? event.target.closest(ITEM) : null;
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (item !== null && isPlain && !event.defaultPrevented) {
        const items = [...event.currentTarget.querySelectorAll(ITEM)];
        const side = sideways(event.key);
        const at = items.indexOf(item);
        if (side === undefined ? step(event.key, items, at) : turn(side, items, at)) event.preventDefault();
      }
      onKeyDown(event);
    },
  };
}
