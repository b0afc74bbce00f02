import { setTimeout as delay } from "node:timers/promises";
import { COMMAND_ROUNDS, SatchelError, texts } from "@satchel/contracts";
import { isWrongLastSequence } from "./faults.ts";
import { JournalConflict } from "./journal/journal.ts";

/** Milliseconds of random backoff for writers of the same state: a few times a read and a write. */
const BACKOFF_MS = 8;

/**
 * Waits a random time before a round. Without it the process that reads the new state first would win every round.
 * @param lost number of lost rounds: the more, the shorter the wait; 0 after a round that this process has won
 */
export const randomBackoff = (lost: number): Promise<void> => delay((Math.random() * BACKOFF_MS) / (lost + 1));

interface Rounds<Outcome> {
  /**
   * Reads the newest state, decides, and writes by compare-and-set.
   * @throws {JournalConflict} or JetStream's "wrong last sequence" where another write came first: the round is lost
   */
  readonly round: () => Promise<Outcome>;
  /** Awaited after each lost round, for example until a read row shows the other writes. */
  readonly afterLost?: (lost: unknown) => Promise<void>;
  /** The error after {@link COMMAND_ROUNDS} lost rounds; default a {@link SatchelError} `conflict`. */
  readonly exhausted?: () => Error;
}

/**
 * Changes a state with concurrent writers: repeats the round until it is not lost.
 * @throws errors of the round, or `exhausted`
 */
export async function compareAndSet<Outcome>({ round, afterLost, exhausted }: Rounds<Outcome>): Promise<Outcome> {
  for (let lost = 1; ; lost++) {
    try {
      return await round();
    } catch (error) {
      if (!isLost(error)) throw error;
      if (lost === COMMAND_ROUNDS) throw exhausted?.() ?? new SatchelError("conflict", texts.server.conflict);
      await afterLost?.(error);
    }
    await randomBackoff(lost);
  }
}

const isLost = (error: unknown): boolean => error instanceof JournalConflict || isWrongLastSequence(error);
