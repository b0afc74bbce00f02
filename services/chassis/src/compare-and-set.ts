import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiCodes, JetStreamApiError } from "@nats-io/jetstream";
import { COMMAND_ROUNDS, SatchelError, texts } from "@satchel/contracts";
import { JournalConflict } from "./journal/journal.ts";

/** Milliseconds of random backoff for writers of the same state: a few times a read and a write. */
const SPREAD_MS = 8;

/**
 * Waits a random time before a round. Without it the process that always reads the new state first would win every
 * round.
 * @param lost rounds: after more lost rounds the wait is shorter; 0 after a round that this process has won
 */
export const spread = (lost: number): Promise<void> => delay((Math.random() * SPREAD_MS) / (lost + 1));

export interface Rounds<Outcome> {
  /**
   * Reads the newest state, decides, and writes by compare-and-set.
   * @throws {JournalConflict} or JetStream's "wrong last sequence" where another write came in between: the round is
   * lost
   */
  readonly round: () => Promise<Outcome>;
  /** Awaited after each lost round, for example until a read row shows the other writes. */
  readonly caughtUp?: (lost: unknown) => Promise<void>;
  /** The error after {@link COMMAND_ROUNDS} lost rounds; default a {@link SatchelError} `conflict`. */
  readonly exhausted?: () => Error;
}

/**
 * Changes a state with concurrent writers: repeats the round until it is not lost.
 * @throws errors of the round, or `exhausted`
 */
export async function compareAndSet<Outcome>({ round, caughtUp, exhausted }: Rounds<Outcome>): Promise<Outcome> {
  for (let lost = 1; ; lost++) {
    try {
      return await round();
    } catch (error) {
      if (!isLost(error)) throw error;
      if (lost === COMMAND_ROUNDS) throw exhausted?.() ?? new SatchelError("conflict", texts.server.conflict);
      await caughtUp?.(error);
    }
    await spread(lost);
  }
}

const WRONG_LAST_SEQUENCE = new Set<number>([
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
]);

const isLost = (error: unknown): boolean =>
  error instanceof JournalConflict || (error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code));
