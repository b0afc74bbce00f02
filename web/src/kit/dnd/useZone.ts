import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addSource, addZone, type Dragged, type LinkPlace, type Offer, type Placement } from "./parts.ts";

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

const CLASSES = { before: "is-before", into: "is-target", after: "is-after" } as const;

/** What an offer makes of its target: ring and fill, or the line where a folder would go. */
const classOf = (offer: Offer | null): string | undefined => {
  if (offer === null) return undefined;
  return offer.isRefused ? "is-refused" : CLASSES[offer.placement];
};

interface DropTarget {
  readonly ref: RefCallback<HTMLElement>;
  /** Belongs to the element while something is over it. */
  readonly className: string | undefined;
}

/**
 * Makes an element take links: they go to the place, unless they are there already. `forFolders` says what becomes of
 * folders; without it they are not taken.
 */
export function useDropOn(place: LinkPlace, forFolders?: ZoneRules): DropTarget {
  const { t } = useTranslation("links", { keyPrefix: "dnd" });

  function textOf(): string {
    if (place.kind === "favorites") return t("addToFavorites");
    return place.kind === "all" ? t("removeFromFolder") : t("moveTo", { name: place.name });
  }

  const { ref, offer } = useZone({
    offer: (dragged, placement) => {
      if (dragged.kind === "folder") return forFolders?.offer(dragged, placement) ?? null;
      return dragged.isIn(place) ? null : { placement: "into", text: textOf(), isRefused: false };
    },
    drop: (dragged, placement) => {
      if (dragged.kind === "folder") forFolders?.drop(dragged, placement);
      else dragged.put(place);
    },
  });
  return { ref, className: classOf(offer) };
}

interface ZoneRules {
  /** What dropping would do, asked at every move. Null: this is nothing for it. `placement`: which part the pointer is over. */
  readonly offer: (dragged: Dragged, placement: Placement | undefined) => Offer | null;
  readonly drop: (dragged: Dragged, placement: Placement | undefined) => void;
}

/** Something to drop on: `ref` goes to its element, `offer` is what would happen now; null while nothing is over it. */
interface Droppable {
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
