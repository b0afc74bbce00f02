import { compareAndSet, type Journal } from "@satchel/chassis";
import { type Decision, SatchelError } from "@satchel/contracts";

/** One aggregate, and where it is to be brought. */
export interface Settlement<Event extends { type: string; data: unknown }, Result> {
  readonly journal: Journal;
  readonly subject: string;
  readonly eventId: string;
  /** Decides on the aggregate's last event; asked anew after a lost race. */
  readonly decide: (last: Event | undefined) => Decision<Event, Result> | Promise<Decision<Event, Result>>;
  /** The answer that belongs to the event. */
  readonly resultOf: (event: Event) => Result;
}

/** Where an aggregate stands. `happened`: an event was appended for it just now. */
export interface Settled<Result> {
  readonly result: Result;
  /** Sequence of its last event, 0 where it has none. */
  readonly sequence: number;
  readonly happened: boolean;
}

/**
 * Brings one aggregate to where a decision wants it. The journal itself is asked, not the tables: they may lag behind, and
 * what was removed has no row.
 * @throws {SatchelError} the rejection, or `conflict` as {@link compareAndSet}
 */
export function settle<Event extends { type: string; data: unknown }, Result>({
  journal,
  subject,
  eventId,
  decide,
  resultOf,
}: Settlement<Event, Result>): Promise<Settled<Result>> {
  return compareAndSet({
    round: async () => {
      const last = await journal.last(subject);
      const decision = await decide(last === undefined ? undefined : ({ type: last.type, data: last.data } as Event));
      const expected = last?.sequence ?? 0;
      if (decision.kind === "nothing") return { result: decision.result, sequence: expected, happened: false };
      if (decision.kind === "rejected") {
        const { code, detail, ...more } = decision.error;
        throw new SatchelError(code, detail, more);
      }
      const { sequence } = await journal.append({ subject, event: { id: eventId, ...decision.event }, expected });
      return { result: resultOf(decision.event), sequence, happened: true };
    },
  });
}
