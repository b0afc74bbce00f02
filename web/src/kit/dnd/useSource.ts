import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Dragged } from "./dragged.ts";
import { addSource } from "./parts.ts";

/** Something that can be dragged: `ref` goes to its element, `isDragged` is true while it is on its way. */
export interface Draggable {
  readonly ref: RefCallback<HTMLElement>;
  readonly isDragged: boolean;
}

/** Makes an element draggable. `take` says what is dragged, at the moment it is taken hold of; null: nothing. */
export function useSource(take: () => Dragged | null): Draggable {
  const [isDragged, setDragged] = useState(false);
  const latest = useRef(take);
  useLayoutEffect(() => {
    latest.current = take;
  });
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    return addSource({ element, take: () => latest.current(), onDragged: setDragged });
  }, []);
  return { ref, isDragged };
}
