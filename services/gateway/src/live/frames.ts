import type { LiveEvent } from "@satchel/contracts";
import { LIVE_IDS } from "../limits.ts";
import type { PendingChanges } from "./gather.ts";
import { isShown, type Positions } from "./positions.ts";

/** An event, and its reader's positions after it. */
interface PositionedEvent {
  readonly event: LiveEvent;
  readonly after: Positions;
}

/**
 * The events for changes: one for each kind, with the positions after it. More than {@link LIVE_IDS} of a kind become a
 * single `hello`, at which a page reloads everything. Kinds that pages do not know are skipped.
 */
export function positionedEvents(changes: PendingChanges, before: Positions): PositionedEvent[] {
  const events: PositionedEvent[] = [];
  let after = before;
  let isTooMuch = false;
  for (const [kind, { ids, sequence }] of changes) {
    const event = eventOf(kind, ids);
    if (event === undefined) continue;
    if (isShown(kind)) after = { ...after, [kind]: Math.max(after[kind], sequence) };
    events.push({ event, after });
    isTooMuch ||= ids.size > LIVE_IDS;
  }
  return isTooMuch ? [{ event: { type: "hello" }, after }] : events;
}

function eventOf(kind: string, ids: ReadonlySet<string | number>): LiveEvent | undefined {
  switch (kind) {
    // The row of a link shows its copy.
    case "archive":
      return { type: "links", ids: [...ids].map(String) } as LiveEvent;
    case "links":
    case "imports":
    case "captures":
      return { type: kind, ids: [...ids].map(String) } as LiveEvent;
    case "folders":
      return { type: "folders", ids: [...ids].map(Number) };
    case "identity":
      return { type: "account" };
    default:
      return undefined;
  }
}

/** A server-sent event (HTML Standard, section 9.2): its name, a line of JSON, its id. */
export const frameOf = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${id}\n\n`;

/** An id alone: the reader stores it, and no event is dispatched. */
export const idFrame = (id: string): string => `id: ${id}\n\n`;

/** A comment, which clients ignore. */
export const HEARTBEAT = ": \n\n";

/** Tells a client how long to wait before it connects again. */
export const retryFrame = (milliseconds: number): string => `retry: ${Math.round(milliseconds)}\n\n`;
