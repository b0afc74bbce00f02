import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Dragged, Offer, Placement } from "./dragged.ts";
import { addZone } from "./parts.ts";

export interface ZoneRules {
  /** What dropping would do, asked at every move. Null: this is nothing for it. `placement`: which part the pointer is over. */
  readonly offer: (dragged: Dragged, placement: Placement | undefined) => Offer | null;
  readonly drop: (dragged: Dragged, placement: Placement | undefined) => void;
}

/** Something to drop on: `ref` goes to its element, `offer` is what would happen now; null while nothing is over it. */
export interface Droppable {
  readonly ref: RefCallback<HTMLElement>;
  readonly offer: Offer | null;
}

/** Makes an element something to drop on. */
export function useZone(rules: ZoneRules): Droppable {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latest = useRef(rules);
  useLayoutEffect(() => {
    latest.current = rules;
  });
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    return addZone({
      element,
      offer: (dragged, placement) => latest.current.offer(dragged, placement),
      drop: (dragged, placement) => latest.current.drop(dragged, placement),
      onOffer: setOffer,
    });
  }, []);
  return { ref, offer };
}
