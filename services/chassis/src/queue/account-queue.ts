import type { UserId } from "@satchel/contracts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { pause } from "../pause.ts";
import { createReturnTimes } from "./return-times.ts";

/** Jobs of accounts in one process, a limited number at a time: waiting accounts take turns. */
export interface AccountQueue {
  /** Jobs in progress and waiting, which is also the number of messages requested from the bus. */
  readonly capacity: number;
  /**
   * Runs an account's job when a slot is free, or returns the milliseconds after which it is to be redelivered: an account
   * may have at most half of the free waiting jobs, so that it never fills the queue alone.
   */
  run<Result>(userId: UserId, work: () => Promise<Result>): Promise<Result | { readonly deferFor: number }>;
}

/**
 * Waiting jobs in one process, of all accounts: for each slot of their queue, and at most. One account has at most half of
 * them, so that others' jobs are delivered, too. More would mean more pending messages on the bus.
 */
const WAITING_PER_SLOT = 2;
const WAITING_MAX = 32;

/** Milliseconds after which a job is redelivered that waited while the process stopped. */
const STOPPED_MS = 1000;

/** All accounts wait for the same slots. */
const SLOTS = "slots";

/** Weight of the newest job in the average duration. */
const NEWEST = 0.1;

/** Deferred work returns this many times faster than the average pace, because jobs may take less time than before. */
const PACE = 2;

/**
 * @param concurrency jobs in progress at a time
 * @param stopping aborts when the process stops: waiting jobs are redelivered
 * @param deferralMs milliseconds before a job is deferred, which slows down the deferral of one account's long backlog: each
 * is a write to the bus
 */
export function createAccountQueue(concurrency: number, stopping: AbortSignal, deferralMs = 0): AccountQueue {
  const waiting = Math.min(concurrency * WAITING_PER_SLOT, WAITING_MAX);
  const slots = new ConcurrencyLimit({ concurrency });
  const nextReturn = createReturnTimes();
  /** Average milliseconds of a job. */
  let averageMs = 0;

  return {
    capacity: concurrency + waiting,
    async run(userId, work) {
      const room = waiting - slots.waiting(SLOTS);
      if (slots.waiting(SLOTS, userId) >= room) {
        if (deferralMs > 0) await pause(deferralMs, stopping);
        return { deferFor: nextReturn(userId, averageMs / concurrency / PACE) };
      }
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
        if (stopping.aborted && error === stopping.reason) return { deferFor: STOPPED_MS };
        throw error;
      }
    },
  };
}
