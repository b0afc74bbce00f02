import {
  COMMAND_ROUNDS,
  type Decision,
  parseSubject,
  type Position,
  READ_YOUR_WRITES_MS,
  SatchelError,
  texts,
} from "@satchel/contracts";
import type { StoredEvent } from "../journal/envelope.ts";
import { type Journal, JournalConflict } from "../journal/journal.ts";
import type { ProjectionProgress } from "../projection/progress.ts";
import type { CommandContext, Handled } from "./serve.ts";

/** An aggregate as its service's read row shows it. `revision` is the sequence of its last event there, 0 for none. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: number;
}

export interface Execution<State, Event extends { type: string; data: unknown }, Result> {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  /** The projection whose rows `load` reads. */
  readonly projection: string;
  readonly subject: string;
  readonly context: CommandContext;
  load(): Promise<Loaded<State>>;
  decide(state: State): Decision<Event, Result>;
  /** The answer that belongs to the event, also to one that an earlier try has stored. */
  resultOf(event: Event): Result;
}

/**
 * Carries out one command on one aggregate: load its row, decide, append by compare-and-set. A row that lags behind can only
 * cause a conflict or a rejection; both are settled by waiting for the row and deciding anew, so a rejection is always given on the
 * newest state.
 * @throws {SatchelError} the rejection, or `conflict` after {@link COMMAND_ROUNDS} rounds
 */
export async function execute<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<Handled<Result>> {
  const { journal, progress, projection, subject, context } = execution;
  const at = parseSubject(subject);
  if (at?.kind !== "aggregate") throw new Error(`${subject} is no aggregate of a user`);
  const position = (sequence: number): Position => ({ projection, partition: at.partition, sequence });
  const settle = (sequence: number): Promise<boolean> =>
    progress.reached(position(sequence), READ_YOUR_WRITES_MS / COMMAND_ROUNDS);

  if (context.retry) {
    const stored = (await journal.readAggregate(subject)).find(({ id }) => id === context.commandId);
    if (stored !== undefined)
      return { result: execution.resultOf(asEvent(stored)), position: position(stored.sequence) };
  }
  for (let round = 0; round < COMMAND_ROUNDS; round++) {
    const { state, revision } = await execution.load();
    const decision = execution.decide(state);
    if (decision.kind !== "event") {
      const newest = (await journal.last(subject))?.sequence ?? 0;
      if (newest > revision) {
        await settle(newest);
        continue;
      }
      if (decision.kind === "rejected") {
        const { code, detail, ...more } = decision.error;
        throw new SatchelError(code, detail, more);
      }
      return { result: decision.result, position: revision === 0 ? undefined : position(revision) };
    }
    try {
      const event = { id: context.commandId, type: decision.event.type, data: decision.event.data };
      const { sequence } = await journal.append({ subject, event, expected: revision });
      return { result: execution.resultOf(decision.event), position: position(sequence) };
    } catch (error) {
      if (!(error instanceof JournalConflict)) throw error;
      await settle(error.lastSequence);
    }
  }
  throw new SatchelError("conflict", texts.server.conflict);

  function asEvent(stored: StoredEvent): Event {
    return { type: stored.type, data: stored.data } as Event;
  }
}
