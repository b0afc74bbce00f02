import type { LiveEvent } from "@satchel/contracts";
import { LIVE_IDS } from "../limits.ts";
import type { Gathered } from "./gather.ts";
import { isShown, type Positions } from "./positions.ts";

/** An event, and what its reader was told when it has read it. */
export interface Telling {
  readonly event: LiveEvent;
  readonly told: Positions;
}

/**
 * The events that tell of changes: one for each kind, and with each the positions up to which everything was told. More
 * than {@link LIVE_IDS} of a kind become a single `hello`, at which a page loads everything. Kinds that pages do not know
 * are passed over.
 */
export function tellingsOf(gathered: Gathered, before: Positions): Telling[] {
  const tellings: Telling[] = [];
  let told = before;
  let isTooMuch = false;
  for (const [kind, { ids, sequence }] of gathered) {
    const event = eventOf(kind, ids);
    if (event === undefined) continue;
    if (isShown(kind)) told = { ...told, [kind]: Math.max(told[kind], sequence) };
    tellings.push({ event, told });
    isTooMuch ||= ids.size > LIVE_IDS;
  }
  return isTooMuch ? [{ event: { type: "hello" }, told }] : tellings;
}

function eventOf(kind: string, ids: ReadonlySet<string | number>): LiveEvent | undefined {
  switch (kind) {
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

/** An event as server-sent events write it (HTML Standard, section 9.2): its name, itself as a line of JSON, its id. */
export const frameOf = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${id}\n\n`;

/** An id alone: the reader remembers it, and no event is told. */
export const idFrame = (id: string): string => `id: ${id}\n\n`;

/** A comment, which clients pass over. */
export const HEARTBEAT = ": \n\n";

/** Tells a client how long to wait before it connects again. */
export const retryFrame = (milliseconds: number): string => `retry: ${Math.round(milliseconds)}\n\n`;
