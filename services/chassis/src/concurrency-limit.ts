import { FairQueue } from "./workers/fair-queue.ts";

export interface ConcurrencyLimitOptions {
  /** Works of one key at the same time. */
  readonly concurrency: number;
  /** Works of one key that may wait, of each owner where there are owners; without it, any number. */
  readonly waiting?: number;
  /** What is thrown where too many wait. */
  readonly full?: (key: string, owner: string) => Error;
}

export interface WorkOptions {
  /** Who takes turns with others who wait at the same key: an account, say. Default: nobody, and all wait in one order. */
  readonly owner?: string;
  /** Whether the work may wait however many others do. Default false. */
  readonly isUnbounded?: boolean;
  /** Ends the wait with the signal's reason; work that has begun goes on. */
  readonly signal?: AbortSignal;
}

/** The works of one key. */
interface Slots {
  taken: number;
  /** What begins a work that waits. */
  readonly queue: FairQueue<() => void>;
}

/**
 * Bounds in this process how many works of one key (a user, an aggregate, a host) are under way at the same time. Others of the
 * key wait and begin in the order they came, where they have owners by turns; those of other keys are not behind them.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  /** The keys that have work; others are forgotten. */
  readonly #keys = new Map<string, Slots>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Does the work when there is room for it. @throws what `full` makes, where too many wait; else what the work throws */
  async run<Result>(key: string, work: () => Promise<Result> | Result, options: WorkOptions = {}): Promise<Result> {
    const { concurrency, waiting = Number.POSITIVE_INFINITY, full } = this.#options;
    const { owner = "", isUnbounded = false, signal } = options;
    signal?.throwIfAborted();
    const slots = this.#keys.get(key) ?? { taken: 0, queue: new FairQueue() };
    this.#keys.set(key, slots);
    if (slots.taken < concurrency) slots.taken++;
    else {
      const isFull = !isUnbounded && slots.queue.lengthOf(owner) >= waiting;
      if (isFull) throw full?.(key, owner) ?? new Error(`Too much waits for ${key}`);
      await turn(slots.queue, owner, signal);
    }
    try {
      return await work();
    } finally {
      this.#release(key, slots);
    }
  }

  /** Works of a key that wait: all, or those of one owner. */
  waiting(key: string, owner?: string): number {
    const queue = this.#keys.get(key)?.queue;
    return (owner === undefined ? queue?.length : queue?.lengthOf(owner)) ?? 0;
  }

  /** The next work has the slot at once, so that none that comes in between can. */
  #release(key: string, slots: Slots): void {
    const begin = slots.queue.shift();
    if (begin !== undefined) begin();
    else if (--slots.taken === 0) this.#keys.delete(key);
  }
}

function turn(queue: FairQueue<() => void>, owner: string, signal: AbortSignal | undefined): Promise<void> {
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
