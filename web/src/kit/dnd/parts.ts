import type { FolderId, Link } from "@satchel/contracts";

interface Over {
  readonly zone: Zone;
  readonly offer: Offer;
}

const offerListeners = new Set<() => void>();
let over: Over | null = null;

function show(next: Over | null): void {
  over = next;
  for (const listener of offerListeners) listener();
}

/** A drag is over a zone, which makes an offer or none. Tells the zone when that changed. */
export function entered(zone: Zone, offer: Offer | null): void {
  const last = over?.zone === zone ? over.offer : null;
  if (last?.placement === offer?.placement && last?.text === offer?.text && last?.isRefused === offer?.isRefused)
    return;
  zone.onOffer(offer);
  show(offer === null ? null : { zone, offer });
}

/** A drag is over a zone no longer. */
export function left(zone: Zone): void {
  zone.onOffer(null);
  if (over?.zone === zone) show(null);
}

/** What the zone below the pointer offers; null: nothing. */
export const currentOffer = (): Offer | null => over?.offer ?? null;

export function onOfferChanged(listener: () => void): () => void {
  offerListeners.add(listener);
  return () => offerListeners.delete(listener);
}

/** An element that can be taken hold of. */
export interface Source {
  readonly element: HTMLElement;
  /** What is dragged from now on; null: nothing. */
  readonly take: () => Dragged | null;
  readonly onDragged: (isDragged: boolean) => void;
}

/** An element that something can be dropped on. */
export interface Zone {
  readonly element: HTMLElement;
  /**
   * Asked at every move. Null: this is nothing for it. `placement` undefined: it is not known where the pointer is.
   */
  readonly offer: (dragged: Dragged, placement: Placement | undefined) => Offer | null;
  readonly drop: (dragged: Dragged, placement: Placement | undefined) => void;
  readonly onOffer: (offer: Offer | null) => void;
}

export interface Parts {
  readonly sources: ReadonlyMap<number, Source>;
  readonly zones: ReadonlyMap<number, Zone>;
}

const sources = new Map<number, Source>();
const zones = new Map<number, Zone>();
const listeners = new Set<() => void>();
let parts: Parts | undefined;
let nextId = 1;

function changed(): void {
  parts = undefined;
  for (const listener of listeners) listener();
}

function addTo<Part>(registered: Map<number, Part>, part: Part): () => void {
  const id = nextId++;
  registered.set(id, part);
  changed();
  return () => {
    registered.delete(id);
    changed();
  };
}

/** Makes an element a source while it is there. Gives the function that ends it. */
export const addSource = (source: Source): (() => void) => addTo(sources, source);

/** Makes an element a zone while it is there. Gives the function that ends it. */
export const addZone = (zone: Zone): (() => void) => addTo(zones, zone);

/** What is on the page at the moment; the same object until that changes. */
export const currentParts = (): Parts => (parts ??= { sources: new Map(sources), zones: new Map(zones) });

/** Tells of every change of {@link currentParts}. */
export function onPartsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where links can be dropped: into a folder, onto all links (into no folder), onto the favorites. */
export type LinkPlace =
  | { readonly kind: "folder"; readonly id: FolderId; readonly name: string }
  | { readonly kind: "all" }
  | { readonly kind: "favorites" };

/** Links on their way: one, or all that are selected. */
interface DraggedLinks {
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
