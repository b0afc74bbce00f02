import { setTimeout as delay } from "node:timers/promises";
import {
  COMMAND_PATIENCE_MS,
  COMMAND_ROUNDS,
  type Decision,
  parseSubject,
  type Position,
  RECOGNISED_EVENTS,
  ROWS_MS,
  SatchelError,
  texts,
} from "@satchel/contracts";
import { compareAndSet, randomBackoff } from "../compare-and-set.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import type { StoredEvent } from "../journal/envelope.ts";
import { type Journal, JournalConflict } from "../journal/journal.ts";
import { firstOf } from "../journal/read-back.ts";
import { conflicts } from "../operations/metrics.ts";
import type { ProjectionProgress } from "../projection/progress.ts";
import type { CommandContext, CommandOutcome } from "./serve.ts";

/** Milliseconds for which a round with a conflict waits for the row: all rounds together stay within {@link ROWS_MS}. */
const ROW_MS = ROWS_MS / COMMAND_ROUNDS;

/** Milliseconds before another look at a row that is older than announced, and at most between two commands on one aggregate. */
const SETTLE_MS = 100;

/** An aggregate's state from its read row. `revision` is the sequence of the last event in that row, 0 for none. */
export interface Snapshot<State> {
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
  /** The original time of an imported event; undefined: now. */
  readonly past?: Date | undefined;
  /**
   * Reads the row.
   * @param known the sequence of the aggregate's newest known event: 0 in the first round. What is loaded then may be older
   * than the journal, because an event is appended by compare-and-set, and other decisions are made only on the newest event
   */
  load(known: number): Promise<Snapshot<State>>;
  decide(state: State): Decision<Event, Result>;
  /** The command's result, from its event and the time of it: an earlier attempt may have stored it. */
  resultOf(event: Event, time: Date): Result;
}

/** One command at a time for each aggregate in this process. */
const commandLimits = new WeakMap<Journal, ConcurrencyLimit>();

function limitOf(journal: Journal): ConcurrencyLimit {
  const limit = commandLimits.get(journal) ?? new ConcurrencyLimit({ concurrency: 1 });
  commandLimits.set(journal, limit);
  return limit;
}

/**
 * Executes one command on one aggregate: loads its row, decides, and appends by compare-and-set. A lagging row can only
 * cause a conflict or a rejection; then this waits for the row and decides again, so a rejection is always based on the
 * newest state. Commands in one process wait for each other, so that conflicts come from other processes only. A row may
 * also be older than its projection announced: tables are written without waiting for the disk, so a killed Postgres may
 * restart with an older state.
 * @throws {SatchelError} the rejection; after {@link COMMAND_ROUNDS} rounds `unavailable` when the row still lags, else
 * `conflict`, also after {@link COMMAND_PATIENCE_MS} of waiting for other commands
 */
export function execute<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<CommandOutcome<Result>> {
  const { journal, progress, subject } = execution;
  const limit = limitOf(journal);
  const giveUp = Date.now() + COMMAND_PATIENCE_MS;
  return limit.run(subject, async () => {
    // By now the sender has given the command up.
    if (Date.now() > giveUp) throw new SatchelError("conflict", texts.server.conflict);
    const outcome = await run(execution);
    // Without this wait, the next command would load a row that lacks this event, and conflict.
    if (outcome.position !== undefined && limit.waiting(subject) > 0) {
      await progress.reached(outcome.position, SETTLE_MS);
      await randomBackoff(0);
    }
    return outcome;
  });
}

async function run<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<CommandOutcome<Result>> {
  const { journal, progress, projection, subject, context, past } = execution;
  const at = parseSubject(subject);
  if (at?.kind !== "aggregate") throw new Error(`${subject} is no aggregate of a user`);
  const position = (sequence: number): Position => ({ projection, partition: at.partition, sequence });
  /** The sequence of the aggregate's newest known event. */
  let known = 0;
  let lags = false;

  /** The outcome of an earlier attempt of this command. @param from the sequence of its event, if known */
  const earlierOutcome = async (from?: number): Promise<CommandOutcome<Result> | undefined> => {
    const isOwn = ({ id }: StoredEvent): boolean => id === context.commandId;
    const stored = await firstOf(journal.readBack(subject, from), isOwn, RECOGNISED_EVENTS);
    if (stored === undefined) return undefined;
    const event = { type: stored.type, data: stored.data } as Event;
    return { result: execution.resultOf(event, stored.time), position: position(stored.sequence) };
  };

  const round = async (): Promise<CommandOutcome<Result>> => {
    const { state, revision } = await execution.load(known);
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
    const time = past ?? new Date();
    const { type, data } = decision.event;
    const event = { id: context.commandId, type, data, time, ...(past === undefined ? {} : { imported: true }) };
    const { sequence, duplicate } = await journal.append({ subject, event, expected: revision });
    // The stored event is the result, not this decision: the earlier attempt may have loaded another state.
    const stored = duplicate ? await earlierOutcome(sequence) : undefined;
    return stored ?? { result: execution.resultOf(decision.event, time), position: position(sequence) };
  };

  const waitForRow = async (lost: unknown): Promise<void> => {
    const newest = lost instanceof JournalConflict ? lost.lastSequence : known;
    // Postgres was killed, and its tables have lost this event.
    const wentBack = newest <= known;
    if (!wentBack) conflicts.inc({ projection });
    known = Math.max(known, newest);
    lags = !(await progress.reached(position(known), ROW_MS));
    if (!wentBack) return;
    if (!lags) await delay(SETTLE_MS);
    lags = true;
  };

  const earlier = context.retry ? await earlierOutcome() : undefined;
  if (earlier !== undefined) return earlier;
  return compareAndSet({
    round,
    afterLost: waitForRow,
    exhausted: () =>
      lags
        ? // Nothing was appended, so the command can be sent again when the tables have caught up.
          new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 })
        : new SatchelError("conflict", texts.server.conflict),
  });
}
