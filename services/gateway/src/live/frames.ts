import type { LiveEvent } from "@satchel/contracts";
import { LIVE_IDS } from "../limits.ts";

/** What changed of one user since the last event: ids by projection. */
export type Gathered = ReadonlyMap<string, ReadonlySet<string | number>>;

/**
 * The events that tell of changes: one for each kind. More than {@link LIVE_IDS} of a kind become a single `hello`, at
 * which a page loads everything. Projections that pages do not show are passed over.
 */
export function liveEvents(gathered: Gathered): LiveEvent[] {
  const events: LiveEvent[] = [];
  for (const [projection, ids] of gathered) {
    if (ids.size > LIVE_IDS) return [{ type: "hello" }];
    if (projection === "links") events.push({ type: "links", ids: [...ids].map(String) } as LiveEvent);
    else if (projection === "folders") events.push({ type: "folders", ids: [...ids].map(Number) });
    else if (projection === "identity") events.push({ type: "account" });
  }
  return events;
}

/** An event as server-sent events write it (HTML Standard, section 9.2): its name, and itself as one line of JSON. */
export const frameOf = (event: LiveEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** A comment, which clients pass over. */
export const HEARTBEAT = ": \n\n";

/** Tells a client how long to wait before it connects again. */
export const retryFrame = (milliseconds: number): string => `retry: ${Math.round(milliseconds)}\n\n`;
