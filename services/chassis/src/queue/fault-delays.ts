/**
 * Milliseconds before work is repeated that met a fault of bus or database: at first, and at most. An outage of seconds is
 * over by then; work that always meets one, though nobody else does, becomes rare and not a load.
 */
const FIRST_MS = 5000;
const LONGEST_MS = 120_000;

/** Repetitions at the first delay, before it doubles each time. */
const QUICK = 3;

/** Messages remembered at most. Beyond it all begin anew: what another replica has done is never forgotten here. */
const REMEMBERED = 10_000;

/** How long each message of a queue waits after a fault: about as long as its faults have lasted in this process. */
export interface FaultDelays {
  /** The delay in milliseconds after one more fault. @param sequence of the message in its stream */
  after(sequence: number): number;
  /** The message was handled without a fault. */
  forget(sequence: number): void;
}

export function createFaultDelays(): FaultDelays {
  const faults = new Map<number, number>();
  return {
    after: (sequence) => {
      const before = faults.get(sequence) ?? 0;
      if (faults.size >= REMEMBERED) faults.clear();
      faults.set(sequence, before + 1);
      return Math.min(FIRST_MS * 2 ** Math.max(0, before - QUICK + 1), LONGEST_MS);
    },
    forget: (sequence) => void faults.delete(sequence),
  };
}
