import { compareAndSet, type Journal } from "@satchel/chassis";
import { type Decision, SatchelError } from "@satchel/contracts";

/** A decision on one aggregate. */
interface Settlement<Event, Result> {
  readonly journal: Journal;
  readonly subject: string;
  readonly eventId: string;
  /** Decides on the aggregate's last event; repeated after a lost race. */
  readonly decide: (last: Event | undefined) => Decision<Event, Result> | Promise<Decision<Event, Result>>;
}

/** The decision that was carried out, and the sequence of the aggregate's last event, 0 where it has none. */
interface SettledAggregate<Event, Result> {
  readonly decision: Exclude<Decision<Event, Result>, { kind: "rejected" }>;
  readonly sequence: number;
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
}: Settlement<Event, Result>): Promise<SettledAggregate<Event, Result>> {
  return compareAndSet({
    round: async () => {
      const last = await journal.last(subject);
      const decision = await decide(last as Event | undefined);
      if (decision.kind === "rejected") {
        const { code, detail, ...more } = decision.error;
        throw new SatchelError(code, detail, more);
      }
      const expected = last?.sequence ?? 0;
      if (decision.kind === "nothing") return { decision, sequence: expected };
      const { sequence } = await journal.append({ subject, event: { id: eventId, ...decision.event }, expected });
      return { decision, sequence };
    },
  });
}
