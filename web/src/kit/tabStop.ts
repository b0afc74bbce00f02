import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled)";

/** The focusable controls of an item. */
const controlsIn = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );

interface TabStopOptions {
  /** The element around the items. Shift+Tab leaves through it, so it is focusable (`tabIndex={-1}`). */
  readonly frame: RefObject<HTMLElement | null>;
  /** An element behind the items (`tabIndex={-1}`), through which Tab leaves. */
  readonly end: RefObject<HTMLElement | null>;
  /** Selectors of an item, and of its main control. */
  readonly item: string;
  readonly main: string;
  /** The item that Tab enters when none had the focus before, or that one is gone. */
  readonly first: (frame: HTMLElement) => Element | null | undefined;
}

interface TabStop {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Makes many items one stop of the Tab key (ARIA Authoring Practices, "Keyboard Navigation Inside Components"): Tab enters
 * the item that had the focus last, and leaves behind the last item. The caller handles arrow keys. It needs no attributes
 * on items, so new rows cost nothing.
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
      // Who gives the focus back, as a toast does, gives it to where Tab has left.
      const isBack = target === end.current;
      if (entered === null && !isBack) return;
      if ((isTab.current || isBack) && itemOf(relatedTarget) === null && frame.current !== null) {
        const before = last.current?.isConnected === true ? last.current : first(frame.current);
        const stop = before?.querySelector<HTMLElement>(main);
        isTab.current = false;
        if (stop !== null && stop !== undefined && stop !== target) return stop.focus();
      }
      if (!isBack) last.current = entered;
    },
    onKeyDown: (event) => {
      if (event.key !== "Tab" || event.defaultPrevented || itemOf(event.target) === null) return;
      // The browser itself then moves on from here.
      (event.shiftKey ? frame : end).current?.focus({ preventScroll: true });
    },
  };
}

/** Focuses the previous or next control in an item. @returns whether there is one */
export function walkControls(item: Element, by: 1 | -1): boolean {
  const controls = controlsIn(item);
  const next = controls[controls.findIndex((each) => each === document.activeElement) + by];
  next?.focus();
  return next !== undefined;
}

/** Whether a left or right arrow means forward in the reading direction; undefined for other keys. */
export function sideways(key: string): 1 | -1 | undefined {
  if (key !== "ArrowRight" && key !== "ArrowLeft") return undefined;
  return (key === "ArrowRight") === (document.documentElement.dir !== "rtl") ? 1 : -1;
}
