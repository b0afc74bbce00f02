import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addSource, addZone, type DragItem, type LinkPlace, type Offer, type Placement } from "./parts.ts";

/** For a draggable element: its `ref`, and whether it `isDragged` now. */
export interface Draggable {
  readonly ref: RefCallback<HTMLElement>;
  readonly isDragged: boolean;
}

/** Makes an element draggable. `take` returns the dragged item at the start of a drag; null: no drag. */
export function useSource(take: () => DragItem | null): Draggable {
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

const CLASSES = { before: "is-before", into: "is-target", after: "is-after" } as const;

/** The class of a target with an offer: ring and fill, or a line at the new position of a folder. */
const classOf = (offer: Offer | null): string | undefined => {
  if (offer === null) return undefined;
  return offer.isRefused ? "is-refused" : CLASSES[offer.placement];
};

interface DropTarget {
  readonly ref: RefCallback<HTMLElement>;
  /** The element's class while a drag is over it. */
  readonly className: string | undefined;
}

/**
 * Makes an element a target for links, unless they are at the place already or it is null. Folders are accepted only with
 * `forFolders`.
 */
export function useDropOn(place: LinkPlace | null, forFolders?: ZoneRules): DropTarget {
  const { t } = useTranslation("links");

  function textOf(place: LinkPlace): string {
    if (place.kind === "favorites") return t("dnd.addToFavorites");
    return place.kind === "all" ? t("takeOut") : t("dnd.moveTo", { name: place.name });
  }

  const { ref, offer } = useZone({
    offer: (dragged, placement) => {
      if (dragged.kind === "folder") return forFolders?.offer(dragged, placement) ?? null;
      return place === null || dragged.isIn(place)
        ? null
        : { placement: "into", text: textOf(place), isRefused: false };
    },
    drop: (dragged, placement) => {
      if (dragged.kind === "folder") forFolders?.drop(dragged, placement);
      else if (place !== null) dragged.put(place);
    },
  });
  return { ref, className: classOf(offer) };
}

interface ZoneRules {
  /** The effect of a drop, called at every move. Null: not accepted. `placement`: the part below the pointer. */
  readonly offer: (dragged: DragItem, placement: Placement | undefined) => Offer | null;
  readonly drop: (dragged: DragItem, placement: Placement | undefined) => void;
}

/** For a drop target: its `ref`, and the current `offer`; null while no drag is over it. */
interface Droppable {
  readonly ref: RefCallback<HTMLElement>;
  readonly offer: Offer | null;
}

/** Makes an element a drop target. */
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
