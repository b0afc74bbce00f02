import { ConcurrencyLimit } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { LOST_FETCH_MS, WAITING_MAX, WAITING_PER_SLOT } from "../limits.ts";
import { createReturnTimes } from "../fetching/return-times.ts";

/** Work of accounts in one process, of which a bounded number is under way: accounts that wait take turns. */
export interface AccountQueue {
  /** Works that may be under way or wait: so many messages are to be taken from the bus at the same time. */
  readonly capacity: number;
  /**
   * Does an account's work when it is its turn, or says after how many milliseconds it is to come back: an account has as many
   * works waiting here as there is room left for others, so that the queue at the bus is never full of its work alone.
   */
  run<Result>(userId: UserId, work: () => Promise<Result>): Promise<Result | { readonly deferFor: number }>;
}

/** All accounts wait for the same slots. */
const SLOTS = "slots";

/** How much the newest work counts in the time that works take. */
const NEWEST = 0.1;

/** How many times as fast as work is done what was deferred comes back: works may take less time than they did. */
const PACE = 2;

/**
 * @param concurrency works under way at the same time
 * @param stopping the process takes no more: what waits comes back, to another one perhaps
 */
export function createAccountQueue(concurrency: number, stopping: AbortSignal): AccountQueue {
  const waiting = Math.min(concurrency * WAITING_PER_SLOT, WAITING_MAX);
  const slots = new ConcurrencyLimit({ concurrency });
  const nextReturn = createReturnTimes();
  /** Milliseconds that a work takes, on a moving average. */
  let averageMs = 0;

  return {
    capacity: concurrency + waiting,
    async run(userId, work) {
      const room = waiting - slots.waiting(SLOTS);
      if (slots.waiting(SLOTS, userId) >= room) return { deferFor: nextReturn(userId, averageMs / concurrency / PACE) };
      const timed = async () => {
        const began = performance.now();
        try {
          return await work();
        } finally {
          averageMs += NEWEST * (performance.now() - began - averageMs);
        }
      };
      try {
        return await slots.run(SLOTS, timed, { owner: userId, signal: stopping });
      } catch (error) {
        if (stopping.aborted && error === stopping.reason) return { deferFor: LOST_FETCH_MS };
        throw error;
      }
    },
  };
}
