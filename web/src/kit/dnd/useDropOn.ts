import { useTranslation } from "react-i18next";
import type { RefCallback } from "react";
import type { LinkPlace, Offer } from "./dragged.ts";
import { useZone, type ZoneRules } from "./useZone.ts";

const CLASSES = { before: "is-before", into: "is-target", after: "is-after" } as const;

/** What an offer makes of its target: ring and fill, or the line where a folder would go. */
const classOf = (offer: Offer | null): string | undefined => {
  if (offer === null) return undefined;
  return offer.isRefused ? "is-refused" : CLASSES[offer.placement];
};

export interface DropTarget {
  readonly ref: RefCallback<HTMLElement>;
  /** Belongs to the element while something is over it. */
  readonly className: string | undefined;
}

/**
 * Makes an element take links: they go to the place, unless they are there already. `forFolders` says what becomes of
 * folders; without it they are not taken.
 */
export function useDropOn(place: LinkPlace, forFolders?: ZoneRules): DropTarget {
  const { t } = useTranslation("dnd");

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
