import type { TextRange } from "@satchel/contracts/highlights";
import { useEffect, useState } from "react";
import type { ShownText } from "./shownText.ts";

/** The selected part of the article, and where it is in the window. */
export interface TextSelection {
  readonly part: TextRange;
  readonly box: DOMRect;
}

/** Milliseconds after the last change of a selection by touch or keyboard until it counts. */
const SETTLED_MS = 250;

function selectionIn(shown: ShownText): TextSelection | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(shown.root)) return undefined;
  const part = shown.partOf(range);
  return part === undefined ? undefined : { part, box: shown.rangeOf(part).getBoundingClientRect() };
}

interface SelectionChanges {
  readonly clear: () => void;
  /** Selects the same again: Safari ends a selection when the focus goes elsewhere. */
  readonly restore: () => void;
}

/** The selection within the article, when it has come to rest: by mouse at once, by touch and keyboard after a moment. */
export function useTextSelection(shown: ShownText): readonly [TextSelection | undefined, SelectionChanges] {
  const [selection, setSelection] = useState<TextSelection>();
  useEffect(() => {
    let timer: number | undefined;
    let isPressed = false;
    const look = (): void => setSelection(selectionIn(shown));
    const onChange = (): void => {
      window.clearTimeout(timer);
      if (document.getSelection()?.isCollapsed !== false) return setSelection(undefined);
      if (!isPressed) timer = window.setTimeout(look, SETTLED_MS);
    };
    const onDown = ({ pointerType }: PointerEvent): void => void (isPressed = pointerType === "mouse");
    const onUp = (): void => {
      if (isPressed) timer = window.setTimeout(look);
      isPressed = false;
    };
    document.addEventListener("selectionchange", onChange);
    document.addEventListener("pointerdown", onDown);
    document.addEventListener("pointerup", onUp);
    window.addEventListener("scroll", onChange, { passive: true });
    window.addEventListener("resize", onChange);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("selectionchange", onChange);
      document.removeEventListener("pointerdown", onDown);
      document.removeEventListener("pointerup", onUp);
      window.removeEventListener("scroll", onChange);
      window.removeEventListener("resize", onChange);
    };
  }, [shown]);
  const clear = (): void => {
    document.getSelection()?.removeAllRanges();
    setSelection(undefined);
  };
  const restore = (): void => {
    const now = document.getSelection();
    if (selection === undefined || now?.isCollapsed !== true) return;
    now.removeAllRanges();
    now.addRange(shown.rangeOf(selection.part));
  };
  return [selection, { clear, restore }];
}
