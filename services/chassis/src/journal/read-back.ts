import type { JetStreamManager, StoredMsg } from "@nats-io/jetstream";
import { JOURNAL } from "@satchel/contracts";
import { decodeEvent, previousOf, type StoredEvent } from "./envelope.ts";

/**
 * Reads an aggregate backwards, one event at a time. Each was appended on the sequence of the one before, and the server keeps
 * that header: so an aggregate is a list that begins at its end, and what is read costs the same however long it is.
 * Asked of the stream's leader: a copy that lags would say of an event that it is not there.
 */
export async function* readBack(
  jsm: JetStreamManager,
  subject: string,
  from: number | undefined,
): AsyncGenerator<StoredEvent> {
  const at = async (seq: number): Promise<StoredMsg | null> =>
    seq === 0 ? null : jsm.streams.getMessage(JOURNAL, { seq });
  let message = await (from === undefined ? jsm.streams.getMessage(JOURNAL, { last_by_subj: subject }) : at(from));
  // A sequence may be a caller's word, and another's event.
  while (message?.subject === subject) {
    yield decodeEvent(message);
    message = await at(previousOf(message));
  }
}

/**
 * The first event of some that is wanted, among as many as are looked through.
 * @param within how many, so that a search that finds nothing ends
 */
export async function firstOf(
  events: AsyncIterable<StoredEvent>,
  isWanted: (event: StoredEvent) => boolean,
  within: number,
): Promise<StoredEvent | undefined> {
  let seen = 0;
  for await (const event of events) {
    if (isWanted(event)) return event;
    if (++seen >= within) break;
  }
  return undefined;
}
