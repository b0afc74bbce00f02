/** What is needed of a journal to write to it. */
interface Appending<Event> {
  append(request: { subject: string; event: Event; expected: number }): Promise<{ sequence: number }>;
}

/** Events on their way to the server at the same time. */
const AT_ONCE = 500;

/**
 * Appends many events to one aggregate, quickly: with many on their way, each on the sequence behind the one before. So
 * nothing else may be appended to the journal meanwhile.
 * @param last sequence of the journal's last event, which is the aggregate's too
 * @returns the sequence of the last one
 */
export async function appendAll<Event>(
  journal: Appending<Event>,
  subject: string,
  events: readonly Event[],
  last: number,
): Promise<number> {
  for (let begin = 0; begin < events.length; begin += AT_ONCE) {
    const some = events.slice(begin, begin + AT_ONCE);
    await Promise.all(some.map((event, n) => journal.append({ subject, event, expected: last + begin + n })));
  }
  return last + events.length;
}
