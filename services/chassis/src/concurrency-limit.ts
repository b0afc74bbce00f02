import { SatchelError, texts } from "@satchel/contracts";
import { FairQueue } from "./workers/fair-queue.ts";

interface ConcurrencyLimitOptions {
  /** Jobs of one key at a time. */
  readonly concurrency: number;
  /** Jobs of one key that may wait, for each owner if there are owners; default any number. */
  readonly waiting?: number;
  /** The error where too many wait; default `limited`. */
  readonly full?: (key: string, owner: string) => Error;
}

interface WorkOptions {
  /** The owner, an account for example: owners who wait for the same key take turns. Default: one for all. */
  readonly owner?: string;
  /** Whether the job may wait although too many wait already. Default false. */
  readonly isUnbounded?: boolean;
  /** Ends the wait with the signal's reason; a job in progress goes on. */
  readonly signal?: AbortSignal;
}

const tooMany = (): Error => new SatchelError("limited", texts.server.tooMany);

/** The jobs of one key. */
interface Slots {
  taken: number;
  /** Callbacks that start waiting jobs. */
  readonly queue: FairQueue<() => void>;
}

/**
 * Limits how many jobs of one key (a user, an aggregate, a host) are in progress in this process. Others of the key
 * wait in order, with owners in turns; jobs of other keys don't wait for them.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  /** The keys with jobs; others are removed. */
  readonly #keys = new Map<string, Slots>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Does the job as soon as there is a free slot. @throws `full` where too many wait; else errors of the job */
  async run<Result>(key: string, work: () => Promise<Result> | Result, options: WorkOptions = {}): Promise<Result> {
    const { concurrency, waiting = Number.POSITIVE_INFINITY, full = tooMany } = this.#options;
    const { owner = "", isUnbounded = false, signal } = options;
    signal?.throwIfAborted();
    const slots = this.#keys.get(key) ?? { taken: 0, queue: new FairQueue() };
    this.#keys.set(key, slots);
    if (slots.taken < concurrency) slots.taken++;
    else {
      if (!isUnbounded && slots.queue.lengthOf(owner) >= waiting) throw full(key, owner);
      await waitForSlot(slots.queue, owner, signal);
    }
    try {
      return await work();
    } finally {
      this.#release(key, slots);
    }
  }

  /** Number of waiting jobs of a key: all, or those of one owner. */
  waiting(key: string, owner?: string): number {
    const queue = this.#keys.get(key)?.queue;
    return (owner === undefined ? queue?.length : queue?.lengthOf(owner)) ?? 0;
  }

  /** Passes the slot to the next job directly, so that no new one comes in between. */
  #release(key: string, slots: Slots): void {
    const begin = slots.queue.shift();
    if (begin !== undefined) begin();
    else if (--slots.taken === 0) this.#keys.delete(key);
  }
}

function waitForSlot(queue: FairQueue<() => void>, owner: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      queue.remove(owner, begin);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
    queue.push(owner, begin);
  });
}
