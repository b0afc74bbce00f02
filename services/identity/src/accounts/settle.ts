import { compareAndSet, type Journal } from "@satchel/chassis";
import { type Decision, SatchelError } from "@satchel/contracts";

/** One aggregate and the decision to carry out on it. */
export interface Settlement<Event extends { type: string; data: unknown }, Result> {
  readonly journal: Journal;
  readonly subject: string;
  readonly eventId: string;
  /** Decides on the aggregate's last event; repeated after a lost race. */
  readonly decide: (last: Event | undefined) => Decision<Event, Result> | Promise<Decision<Event, Result>>;
  /** The command's result for an event. */
  readonly resultOf: (event: Event) => Result;
}

/** An aggregate after a decision. `happened`: an event was appended. */
export interface SettledAggregate<Result> {
  readonly result: Result;
  /** Sequence of its last event, 0 where it has none. */
  readonly sequence: number;
  readonly happened: boolean;
}

/**
 * Carries out a decision on one aggregate. It reads the journal and not the tables, which may lag behind and have no
 * row for what was removed.
 * @throws {SatchelError} the rejection, or `conflict` as {@link compareAndSet}
 */
export function settle<Event extends { type: string; data: unknown }, Result>({
  journal,
  subject,
  eventId,
  decide,
  resultOf,
}: Settlement<Event, Result>): Promise<SettledAggregate<Result>> {
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
