import { encodeEvent, type Journal, type NewEvent } from "@satchel/chassis";

/** Events on their way to the journal at the same time. */
const CONCURRENCY = 500;

export interface Fact {
  readonly subject: string;
  readonly event: NewEvent;
}

/** Appends many events quickly, without compare-and-set. Those of one subject keep their order: they use one connection. */
export async function publishAll(journal: Journal, facts: Iterable<Fact>): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  for (const { subject, event } of facts) {
    const { payload, headers } = encodeEvent(subject, event);
    const stored: Promise<unknown> = journal.js
      .publish(subject, payload, { headers, msgID: event.id, timeout: 30_000 })
      .finally(() => pending.delete(stored));
    pending.add(stored);
    if (pending.size >= CONCURRENCY) await Promise.race(pending);
  }
  await Promise.all(pending);
}
