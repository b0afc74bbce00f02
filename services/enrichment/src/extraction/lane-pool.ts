import { type LaneOptions, type TaskFailure, WorkerLane } from "./worker-lane.ts";

/** Lanes that share one queue: each task gets the next free one, in the order of asking. */
export class LanePool {
  readonly #lanes: WorkerLane[];
  readonly #free: WorkerLane[];
  readonly #waiting: ((lane: WorkerLane | undefined) => void)[] = [];
  #isClosed = false;

  constructor(size: number, options: LaneOptions) {
    this.#lanes = Array.from({ length: size }, () => new WorkerLane(options));
    this.#free = [...this.#lanes];
  }

  async run<Result>(task: unknown): Promise<{ result: Result } | TaskFailure> {
    const lane = this.#isClosed ? undefined : await this.#take();
    if (lane === undefined) return { failed: "no-worker", detail: "the extractor is closed" };
    try {
      return await lane.run<Result>(task);
    } finally {
      this.#giveBack(lane);
    }
  }

  /** Ends all workers; tasks under way, waiting or later end as `no-worker`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#waiting.splice(0)) next(undefined);
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  #take(): Promise<WorkerLane | undefined> {
    const lane = this.#free.pop();
    return lane === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(lane);
  }

  #giveBack(lane: WorkerLane): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(lane);
    else next(lane);
  }
}
