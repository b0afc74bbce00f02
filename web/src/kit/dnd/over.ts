import type { Offer } from "./dragged.ts";
import type { Zone } from "./parts.ts";

interface Over {
  readonly zone: Zone;
  readonly offer: Offer;
}

const listeners = new Set<() => void>();
let over: Over | null = null;

function show(next: Over | null): void {
  over = next;
  for (const listener of listeners) listener();
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
  listeners.add(listener);
  return () => listeners.delete(listener);
}
