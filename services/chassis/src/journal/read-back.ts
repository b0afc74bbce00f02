import { JOURNAL } from "@satchel/contracts";
import { decodeEvent, previousOf, type RawMessage, type StoredEvent } from "./envelope.ts";
import type { StoredMessages } from "../bus/messages.ts";

/**
 * Reads an aggregate backwards, one event at a time. A header of each event has the sequence of the one before, so an
 * aggregate is a linked list from its end, and the cost of a read does not depend on its length.
 */
export async function* readBack(
  stored: StoredMessages,
  subject: string,
  from: number | undefined,
): AsyncGenerator<StoredEvent> {
  const at = async (seq: number): Promise<RawMessage | null> =>
    seq === 0 ? null : stored.getMessage(JOURNAL, { seq });
  let message = await (from === undefined ? stored.getMessage(JOURNAL, { last_by_subj: subject }) : at(from));
  // The caller may have passed the sequence of another aggregate's event.
  while (message?.subject === subject) {
    yield decodeEvent(message);
    message = await at(previousOf(message));
  }
}

/**
 * The first event that matches, among the first `within`.
 * @param within the number of events to look at, so that a search without a match ends
 */
export async function firstOf(
  events: AsyncIterable<StoredEvent>,
  matches: (event: StoredEvent) => boolean,
  within: number,
): Promise<StoredEvent | undefined> {
  let seen = 0;
  for await (const event of events) {
    if (matches(event)) return event;
    if (++seen >= within) break;
  }
  return undefined;
}
