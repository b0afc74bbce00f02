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
import type { StoredEvent } from "../journal/envelope.ts";
import { type Journal, JournalConflict } from "../journal/journal.ts";
import { firstOf } from "../journal/read-back.ts";
import { conflicts } from "../operations/metrics.ts";
import type { ProjectionProgress } from "../projection/progress.ts";
import type { CommandContext, Handled } from "./serve.ts";
import { Turns } from "./turns.ts";

/**
 * Milliseconds over which those spread who wait for the same row: a few times a load and an append. Without it the one
 * that always hears of the row first would win every round. Who has lost rounds waits less.
 */
const SPREAD_MS = 8;

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
  /** When it was done in another account, whose export it comes from; undefined where it is done now. */
  readonly past?: Date | undefined;
  load(): Promise<Loaded<State>>;
  decide(state: State): Decision<Event, Result>;
  /** The answer that belongs to the event, also to one that an earlier try has stored. */
  resultOf(event: Event): Result;
}

/** Where the commands of this process stand in line, by aggregate. */
const lines = new WeakMap<Journal, Turns<Handled<unknown>>>();

function linesOf(journal: Journal): Turns<Handled<unknown>> {
  const found = lines.get(journal) ?? new Turns();
  lines.set(journal, found);
  return found;
}

/**
 * Carries out one command on one aggregate: load its row, decide, append by compare-and-set. A row that lags behind can only
 * cause a conflict or a rejection; both are settled by waiting for the row and deciding anew, so a rejection is always given on the
 * newest state. Commands that reach one process at the same time stand in line for the aggregate, so that only processes
 * contend for it: otherwise each round would let one of them through and send all others round again.
 * A row may also lag behind what its projection has told: tables are written without waiting for the disk, so that a Postgres
 * that was killed comes back a little older.
 * @throws {SatchelError} the rejection; after {@link COMMAND_ROUNDS} rounds `unavailable` where the row lagged to the end, else
 * `conflict`, as after {@link COMMAND_MS} in line
 */
export function execute<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
): Promise<Handled<Result>> {
  const { journal, subject } = execution;
  const giveUp = Date.now() + COMMAND_MS;
  return linesOf(journal).take(subject, async (before) => {
    // Who sent it has stopped waiting and sent it anew.
    if (Date.now() > giveUp) throw new SatchelError("conflict", texts.server.conflict);
    return carryOut(execution, before?.position?.sequence ?? 0);
  });
}

/** @param after sequence that the row should show before it is worth loading */
async function carryOut<State, Event extends { type: string; data: unknown }, Result>(
  execution: Execution<State, Event, Result>,
  after: number,
): Promise<Handled<Result>> {
  const { journal, progress, projection, subject, context, past } = execution;
  const at = parseSubject(subject);
  if (at?.kind !== "aggregate") throw new Error(`${subject} is no aggregate of a user`);
  const position = (sequence: number): Position => ({ projection, partition: at.partition, sequence });
  const settleMs = READ_YOUR_WRITES_MS / COMMAND_ROUNDS;
  /** Sequence of the newest event of the aggregate that is known of. */
  let known = 0;
  let lags = false;
  const settle = async (sequence: number): Promise<void> => {
    known = Math.max(known, sequence);
    lags = !(await progress.reached(position(sequence), settleMs));
  };
  const contend = async (sequence: number, lost: number): Promise<void> => {
    await settle(sequence);
    await delay((Math.random() * SPREAD_MS) / (lost + 1));
  };

  /** The answer to an earlier try of this command. @param from the sequence of its event, where that is known */
  const earlier = async (from?: number): Promise<Handled<Result> | undefined> => {
    const isIts = ({ id }: StoredEvent): boolean => id === context.commandId;
    const stored = await firstOf(journal.readBack(subject, from), isIts, RECOGNISED_EVENTS);
    if (stored === undefined) return undefined;
    const event = { type: stored.type, data: stored.data } as Event;
    return { result: execution.resultOf(event), position: position(stored.sequence) };
  };

  const answered = context.retry ? await earlier() : undefined;
  if (answered !== undefined) return answered;
  if (after > 0) await contend(after, 0);
  for (let round = 0; round < COMMAND_ROUNDS; round++) {
    const { state, revision } = await execution.load();
    if (revision < known) {
      // The tables had more than they have now: nothing could be appended on that.
      await settle(known);
      if (!lags) await delay(settleMs);
      lags = true;
      continue;
    }
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
      const origin = past === undefined ? {} : { time: past, imported: true };
      const event = { id: context.commandId, type: decision.event.type, data: decision.event.data, ...origin };
      const { sequence, duplicate } = await journal.append({ subject, event, expected: revision });
      // What was stored counts, not what would be decided now: the earlier try may have found another state.
      const stored = duplicate ? await earlier(sequence) : undefined;
      if (stored !== undefined) return stored;
      return { result: execution.resultOf(decision.event), position: position(sequence) };
    } catch (error) {
      if (!(error instanceof JournalConflict)) throw error;
      conflicts.inc({ projection });
      await contend(error.lastSequence, round + 1);
    }
  }
  // Nobody else is to blame, and nothing was done: it can be asked for again, once the tables have caught up.
  if (lags) throw new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 });
  throw new SatchelError("conflict", texts.server.conflict);
}
