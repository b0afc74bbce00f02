import type { FolderId, Link } from "@satchel/contracts";

interface HoveredZone {
  readonly zone: Zone;
  readonly offer: Offer;
}

const offerListeners = new Set<() => void>();
let over: HoveredZone | null = null;

function show(next: HoveredZone | null): void {
  over = next;
  for (const listener of offerListeners) listener();
}

/** Called while a drag is over a zone, with its offer, if any. Notifies the zone when the offer changes. */
export function entered(zone: Zone, offer: Offer | null): void {
  const last = over?.zone === zone ? over.offer : null;
  if (last?.placement === offer?.placement && last?.text === offer?.text && last?.isRefused === offer?.isRefused)
    return;
  zone.onOffer(offer);
  show(offer === null ? null : { zone, offer });
}

/** Called when a drag has left a zone. */
export function left(zone: Zone): void {
  zone.onOffer(null);
  if (over?.zone === zone) show(null);
}

/** The offer of the zone below the pointer, if any. */
export const currentOffer = (): Offer | null => over?.offer ?? null;

export function onOfferChanged(listener: () => void): () => void {
  offerListeners.add(listener);
  return () => offerListeners.delete(listener);
}

/** A draggable element. */
export interface Source {
  readonly element: HTMLElement;
  /** The dragged item at the start of a drag; null: no drag. */
  readonly take: () => DragItem | null;
  readonly onDragged: (isDragged: boolean) => void;
}

/** A drop target. */
export interface Zone {
  readonly element: HTMLElement;
  /**
   * Called at every move. Null: it does not accept the item. `placement` undefined: the pointer's position is unknown.
   */
  readonly offer: (dragged: DragItem, placement: Placement | undefined) => Offer | null;
  readonly drop: (dragged: DragItem, placement: Placement | undefined) => void;
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

/** Registers a source. @returns the function that removes it */
export const addSource = (source: Source): (() => void) => addTo(sources, source);

/** Registers a zone. @returns the function that removes it */
export const addZone = (zone: Zone): (() => void) => addTo(zones, zone);

/** The registered sources and zones; the same object until they change. */
export const currentParts = (): Parts => (parts ??= { sources: new Map(sources), zones: new Map(zones) });

/** Calls back at every change of {@link currentParts}. */
export function onPartsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Targets for links: a folder, All Links (no folder), favorites. */
export type LinkPlace =
  | { readonly kind: "folder"; readonly id: FolderId; readonly name: string }
  | { readonly kind: "all" }
  | { readonly kind: "favorites" };

/** Dragged links: one, or the selection. */
interface DraggedLinks {
  readonly kind: "links";
  /** The link under the pointer, which the drag image shows. */
  readonly lead: Link;
  /** Number of dragged links, including this one. */
  readonly count: number;
  /** Whether a target would change nothing; only known for a single link. */
  readonly isIn: (place: LinkPlace) => boolean;
  readonly put: (place: LinkPlace) => void;
}

/** A dragged folder. */
export interface DraggedFolder {
  readonly kind: "folder";
  readonly id: FolderId;
  readonly name: string;
  readonly emoji: string | null;
}

/** A dragged rule. No place for links is one for it. */
interface DraggedRule {
  readonly kind: "rule";
  readonly id: string;
  readonly name: string;
  readonly isIn: () => true;
  readonly put: () => void;
}

export type DragItem = DraggedLinks | DraggedFolder | DraggedRule;

/** The part of the target below the pointer, from its upper edge: whether a folder goes before, into or after it. */
export type Placement = "before" | "into" | "after";

/** The effect of a drop. */
export interface Offer {
  readonly placement: Placement;
  /** Its text for the chip beside the pointer. */
  readonly text: string;
  /** Whether a drop is refused; then `text` is the reason. */
  readonly isRefused: boolean;
}
