import type { Link } from "@satchel/contracts";
import { useAppDispatch } from "../kit/state.ts";
import { changeOf } from "./changes.api.ts";
import type { LinkPlace } from "../kit/dnd/parts.ts";
import { type Draggable, useSource } from "../kit/dnd/useZone.ts";

/** The links that are dragged together, including the one under the pointer. */
export interface DraggedLinks {
  readonly count: number;
  /** Moves them, or makes them favorites, with messages and undo. */
  readonly put: (place: LinkPlace) => void;
}

/** Whether a link is at a place already. */
export function isLinkIn(link: Link, place: LinkPlace): boolean {
  if (place.kind === "favorites") return link.is_favorite;
  return link.folder_id === (place.kind === "folder" ? place.id : null);
}

/**
 * Makes the row or card of a link draggable onto folders, All Links and Favorites. `along` is called at the start of a drag:
 * it returns the selected links if this is one of several; undefined drags the link alone.
 */
export function useLinkDrag(link: Link, along?: () => DraggedLinks | undefined): Draggable {
  const dispatch = useAppDispatch();

  const putAlone = (place: LinkPlace): void => {
    if (place.kind === "favorites") dispatch(changeOf({ link, change: { is_favorite: true }, isSaid: true }));
    else dispatch(changeOf({ link, change: { folder_id: place.kind === "folder" ? place.id : 0 } }));
  };

  return useSource(() => {
    const several = along?.();
    return {
      kind: "links",
      lead: link,
      count: several?.count ?? 1,
      isIn: (place) => (several?.count ?? 1) === 1 && isLinkIn(link, place),
      put: several?.put ?? putAlone,
    };
  });
}
