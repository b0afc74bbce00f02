/** The part of a journal that appends. */
interface AppendTarget<Event> {
  append(request: { subject: string; event: Event; expected: number }): Promise<{ sequence: number }>;
}

/** Events that are sent at the same time. */
const CONCURRENCY = 500;

/**
 * Appends many events to one aggregate quickly: many are sent at the same time, each with the sequence that the one before
 * will get. So nothing else may be appended to the journal meanwhile.
 * @param last sequence of the journal's last event, which is the aggregate's too
 * @returns the sequence of the last one
 */
export async function appendAll<Event>(
  journal: AppendTarget<Event>,
  subject: string,
  events: readonly Event[],
  last: number,
): Promise<number> {
  for (let begin = 0; begin < events.length; begin += CONCURRENCY) {
    const some = events.slice(begin, begin + CONCURRENCY);
    await Promise.all(some.map((event, n) => journal.append({ subject, event, expected: last + begin + n })));
  }
  return last + events.length;
}
