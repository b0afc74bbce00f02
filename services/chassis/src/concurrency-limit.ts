import pLimit, { type LimitFunction } from "p-limit";

export interface ConcurrencyLimitOptions {
  /** Works of one key at the same time. */
  readonly concurrency: number;
  /** Works of one key that may wait; without it, any number. */
  readonly waiting?: number;
  /** What is thrown where too many wait. */
  readonly full?: () => Error;
}

/**
 * Bounds in this process how many works of one key (a user, an aggregate, a host) are under way at the same time. Others of the
 * key wait and begin in the order they came; those of other keys are not behind them.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  /** The keys that have work; others are forgotten. */
  readonly #limits = new Map<string, LimitFunction>();

  constructor(options: ConcurrencyLimitOptions) {
    this.#options = options;
  }

  /** Does the work when there is room for it. @throws what `full` makes, where too many wait; else what the work throws */
  async run<Result>(key: string, work: () => Promise<Result> | Result): Promise<Result> {
    const { concurrency, waiting = Number.POSITIVE_INFINITY, full } = this.#options;
    const limit = this.#limits.get(key) ?? pLimit(concurrency);
    this.#limits.set(key, limit);
    const isFull = limit.activeCount + limit.pendingCount >= concurrency + waiting;
    if (isFull) throw full?.() ?? new Error(`Too much waits for ${key}`);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(key);
    }
  }

  /** Whether work of a key waits. */
  hasWaiting(key: string): boolean {
    return (this.#limits.get(key)?.pendingCount ?? 0) > 0;
  }
}
