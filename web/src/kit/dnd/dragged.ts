import type { FolderId, Link } from "@satchel/contracts";

/** Where links can be dropped: into a folder, onto all links (into no folder), onto the favorites. */
export type LinkPlace =
  | { readonly kind: "folder"; readonly id: FolderId; readonly name: string }
  | { readonly kind: "all" }
  | { readonly kind: "favorites" };

/** Links on their way: one, or all that are selected. */
export interface DraggedLinks {
  readonly kind: "links";
  /** The one that was taken hold of; the drag image shows it. */
  readonly lead: Link;
  /** How many go along, itself included. */
  readonly count: number;
  /** Whether a place would change nothing; known only of a single link. */
  readonly isIn: (place: LinkPlace) => boolean;
  readonly put: (place: LinkPlace) => void;
}

/** A folder on its way among the others. */
export interface DraggedFolder {
  readonly kind: "folder";
  readonly id: FolderId;
  readonly name: string;
  readonly emoji: string | null;
}

export type Dragged = DraggedLinks | DraggedFolder;

/** Which part of a target the pointer is over, from its upper edge: how a folder is put beside or into another. */
export type Placement = "before" | "into" | "after";

/** What a drop would do. */
export interface Offer {
  readonly placement: Placement;
  /** In words, for the chip beside the pointer. */
  readonly text: string;
  /** The words say why nothing can be dropped here. */
  readonly isRefused: boolean;
}
