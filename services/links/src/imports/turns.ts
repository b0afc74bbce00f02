import type { ImportJob } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { LARGE_BYTES, LARGE_RUNNING, TURN_MS } from "./limits.ts";

/**
 * Which imports may run beside the others in this process: one of an account, and {@link LARGE_RUNNING} of large files, so
 * that those of many small files need not wait for a large one.
 */
export class ImportTurns {
  readonly #accounts = new Set<UserId>();
  #large = 0;

  /** Runs an import if it may; otherwise it waits in the queue. @param run the import */
  async run<Result>({ userId, bytes }: ImportJob, run: () => Promise<Result>): Promise<Result | { deferFor: number }> {
    const large = bytes > LARGE_BYTES ? 1 : 0;
    if (this.#accounts.has(userId) || this.#large + large > LARGE_RUNNING) return { deferFor: TURN_MS };
    this.#accounts.add(userId);
    this.#large += large;
    try {
      return await run();
    } finally {
      this.#accounts.delete(userId);
      this.#large -= large;
    }
  }
}
