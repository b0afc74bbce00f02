import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled)";

/** What can have the focus within an item now. */
const controlsIn = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );

interface TabStopOptions {
  /** Holds the items. It takes the focus itself (`tabIndex={-1}`) for as long as Shift and Tab leave it. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Stands behind the items (`tabIndex={-1}`): from here Tab goes on. */
  readonly end: RefObject<HTMLElement | null>;
  /** Selectors of an item, and of what takes its focus. */
  readonly item: string;
  readonly main: string;
  /** The item that Tab comes to where none had the focus before, or the one that had it is gone. */
  readonly first: (frame: HTMLElement) => Element | null | undefined;
}

interface TabStop {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Makes many items one stop of the Tab key (ARIA Authoring Practices, "Keyboard Navigation Inside Components"): Tab comes to
 * the item that had the focus last, and goes on behind all of them. What arrows do inside is for the caller. No attribute
 * of an item says so, so rows that come and go cost nothing.
 */
export function useTabStop({ frame, end, item, main, first }: TabStopOptions): TabStop {
  const last = useRef<Element>(null);
  const isTab = useRef(false);

  useEffect(() => {
    const onKey = ({ key }: globalThis.KeyboardEvent): void => void (isTab.current = key === "Tab");
    const onPointer = (): void => void (isTab.current = false);
    window.addEventListener("keydown", onKey, { capture: true });
    window.addEventListener("pointerdown", onPointer, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      window.removeEventListener("pointerdown", onPointer, { capture: true });
    };
  }, []);

  const itemOf = (element: EventTarget | null): Element | null =>
    element instanceof Element && frame.current?.contains(element) === true ? element.closest(item) : null;

  return {
    onFocus: ({ target, relatedTarget }) => {
      const entered = itemOf(target);
      if (entered === null) return;
      if (isTab.current && itemOf(relatedTarget) === null && frame.current !== null) {
        const before = last.current?.isConnected === true ? last.current : first(frame.current);
        const stop = before?.querySelector<HTMLElement>(main);
        isTab.current = false;
        if (stop !== null && stop !== undefined && stop !== target) return stop.focus();
      }
      last.current = entered;
    },
    onKeyDown: (event) => {
      if (event.key !== "Tab" || event.defaultPrevented || itemOf(event.target) === null) return;
      // The browser goes on from here by itself.
      (event.shiftKey ? frame : end).current?.focus({ preventScroll: true });
    },
  };
}

/** Goes to the control before or after the one that has the focus in an item. Says whether there is one. */
export function walkControls(item: Element, by: 1 | -1): boolean {
  const controls = controlsIn(item);
  const next = controls[controls.findIndex((each) => each === document.activeElement) + by];
  next?.focus();
  return next !== undefined;
}

/** Whether an arrow to the side leads on, as the page is read; undefined of another key. */
export function sideways(key: string): 1 | -1 | undefined {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return undefined;
  return (key === "ArrowRight") === (document.documentElement.dir !== "rtl") ? 1 : -1;
}
