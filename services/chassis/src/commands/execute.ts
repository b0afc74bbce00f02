import { setTimeout as delay } from "node:timers/promises";
import {
  COMMAND_MS,
  COMMAND_ROUNDS,
  type Decision,
  parseSubject,
  type Position,
  READ_YOUR_WRITES_MS,
  RECOGNISED_EVENTS,
  SatchelError,
  texts,
} from "@satchel/contracts";
import { compareAndSet, spread } from "../compare-and-set.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import type { StoredEvent } from "../journal/envelope.ts";
import { type Journal, JournalConflict } from "../journal/journal.ts";
import { firstOf } from "../journal/read-back.ts";
import { conflicts } from "../operations/metrics.ts";
import type { ProjectionProgress } from "../projection/progress.ts";
import type { CommandContext, Handled } from "./serve.ts";

/** Milliseconds that a lost round waits for the row: all rounds together stay within {@link READ_YOUR_WRITES_MS}. */
const SETTLE_MS = READ_YOUR_WRITES_MS / COMMAND_ROUNDS;

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
  /** The original time of an imported command; undefined where it is done now. */
  readonly past?: Date | undefined;
  load(): Promise<Loaded<State>>;
  decide(state: State): Decision<Event, Result>;
  /** The result for the event, also for one that an earlier attempt stored. */
  resultOf(event: Event): Result;
}

/** The commands of this process on one aggregate, one at a time. */
const commandLimits = new WeakMap<Journal, ConcurrencyLimit>();

function limitOf(journal: Journal): ConcurrencyLimit {
  const limit = commandLimits.get(journal) ?? new ConcurrencyLimit({ concurrency: 1 });
  commandLimits.set(journal, limit);
  return limit;
}

/**
 * Carries out one command on one aggregate: load its row, decide, append by compare-and-set. A lagging row can only
 * cause a conflict or a rejection; both are resolved by waiting for the row and deciding again, so a rejection is
 * always based on the newest state. Commands in one process wait for each other, so that only processes conflict. A row
 * may also be older than its projection reported: tables are written without waiting for the disk, so a killed Postgres
 * may restart with an older state.
 * @throws {SatchelError} the rejection; after {@link COMMAND_ROUNDS} rounds `unavailable` where the row still lags,
 * else `conflict`, as after {@link COMMAND_MS} of waiting for others
 */
export function execute<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<Handled<Result>> {
  const { journal, progress, subject } = execution;
  const limit = limitOf(journal);
  const giveUp = Date.now() + COMMAND_MS;
  return limit.run(subject, async () => {
    // Its sender has given up and sent it again.
    if (Date.now() > giveUp) throw new SatchelError("conflict", texts.server.conflict);
    const handled = await carryOut(execution);
    // The next one would load a row without this event, and lose a round.
    if (handled.position !== undefined && limit.waiting(subject) > 0) {
      await progress.reached(handled.position, SETTLE_MS);
      await spread(0);
    }
    return handled;
  });
}

async function carryOut<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<Handled<Result>> {
  const { journal, progress, projection, subject, context, past } = execution;
  const at = parseSubject(subject);
  if (at?.kind !== "aggregate") throw new Error(`${subject} is no aggregate of a user`);
  const position = (sequence: number): Position => ({ projection, partition: at.partition, sequence });
  /** Sequence of the newest known event of the aggregate. */
  let known = 0;
  let lags = false;

  /** The answer of an earlier attempt of this command. @param from the sequence of its event, where that is known */
  const earlier = async (from?: number): Promise<Handled<Result> | undefined> => {
    const isIts = ({ id }: StoredEvent): boolean => id === context.commandId;
    const stored = await firstOf(journal.readBack(subject, from), isIts, RECOGNISED_EVENTS);
    if (stored === undefined) return undefined;
    const event = { type: stored.type, data: stored.data } as Event;
    return { result: execution.resultOf(event), position: position(stored.sequence) };
  };

  const round = async (): Promise<Handled<Result>> => {
    const { state, revision } = await execution.load();
    if (revision < known) throw new JournalConflict(subject, known);
    const decision = execution.decide(state);
    if (decision.kind !== "event") {
      const newest = (await journal.last(subject))?.sequence ?? 0;
      if (newest > revision) throw new JournalConflict(subject, newest);
      if (decision.kind === "rejected") {
        const { code, detail, ...more } = decision.error;
        throw new SatchelError(code, detail, more);
      }
      return { result: decision.result, position: revision === 0 ? undefined : position(revision) };
    }
    const origin = past === undefined ? {} : { time: past, imported: true };
    const event = { id: context.commandId, type: decision.event.type, data: decision.event.data, ...origin };
    const { sequence, duplicate } = await journal.append({ subject, event, expected: revision });
    // The stored event counts, not a new decision: the earlier attempt may have seen another state.
    const stored = duplicate ? await earlier(sequence) : undefined;
    return stored ?? { result: execution.resultOf(decision.event), position: position(sequence) };
  };

  const caughtUp = async (lost: unknown): Promise<void> => {
    const newest = lost instanceof JournalConflict ? lost.lastSequence : known;
    // The tables had this event and lost it.
    const wentBack = newest <= known;
    if (!wentBack) conflicts.inc({ projection });
    known = Math.max(known, newest);
    lags = !(await progress.reached(position(known), SETTLE_MS));
    if (!wentBack) return;
    if (!lags) await delay(SETTLE_MS);
    lags = true;
  };

  const answered = context.retry ? await earlier() : undefined;
  if (answered !== undefined) return answered;
  return compareAndSet({
    round,
    caughtUp,
    exhausted: () =>
      lags
        ? // Nothing was done: it can be sent again, once the tables have caught up.
          new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 })
        : new SatchelError("conflict", texts.server.conflict),
  });
}
