import { FairQueue } from "./fair-queue.ts";
import { CLOSED, PoolWorker, type TaskResult } from "./pool-worker.ts";
import type { TaskFailure, WorkerLimits } from "./running-worker.ts";

export type { TaskResult } from "./pool-worker.ts";
export type { TaskFailure } from "./running-worker.ts";

export interface WorkerPoolOptions extends WorkerLimits {
  /** Tasks in progress at a time, each in a process of its own. */
  readonly workers: number;
  /** Milliseconds of processor time for one task, by default. */
  readonly cpuMs: number;
  /** Milliseconds without work after which a worker is ended, to free its memory; default never. */
  readonly idleMs?: number;
  /** Tasks that may wait; more fail as `no-worker`. Default any number. */
  readonly backlog?: number;
}

interface TaskOptions {
  /** Milliseconds of processor time for this task. */
  readonly cpuMs?: number;
  /** Owners take turns for workers, accounts for example. */
  readonly owner?: string;
  /** Whether no other task runs beside it. */
  readonly isAlone?: boolean;
}

interface QueuedTask {
  readonly isAlone: boolean;
  readonly start: (worker: PoolWorker) => Promise<void>;
  readonly fail: () => void;
}

/**
 * Runs tasks in child processes: reading untrusted input may take endless time or all memory, and then has to be ended without
 * harm to the service. Threads would not do: V8 ends the whole process where a thread whose heap is full asks for much at once,
 * and so does a fault of native code. Limits are of processor time, because a busy or paused machine is not the task's fault
 * (decision 65).
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers: readonly PoolWorker[];
  readonly #free: PoolWorker[];
  readonly #idle = new Map<PoolWorker, NodeJS.Timeout>();
  readonly #queue = new FairQueue<QueuedTask>();
  /** Whether a task runs that needs to be alone. */
  #isTaken = false;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.workers }, () => new PoolWorker(options));
    this.#free = [...this.#workers];
  }

  /** Starts a worker before there is work; without any, it is ended as others are. @returns the failure */
  async start(): Promise<TaskFailure | undefined> {
    const worker = this.#free.at(-1);
    if (worker === undefined || this.#isClosed) return undefined;
    this.#endWhenIdle(worker);
    return worker.start();
  }

  /** Runs a task. It never throws: a task over the limits results in a failure. @param task is cloned */
  run<Result>(task: unknown, options: TaskOptions = {}): Promise<TaskResult<Result> | TaskFailure> {
    const { backlog = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#isClosed) return Promise.resolve(CLOSED);
    if (this.#queue.length >= backlog) {
      return Promise.resolve({ failed: "no-worker", detail: `${backlog} tasks wait already` });
    }
    const { cpuMs = this.#options.cpuMs, owner = "", isAlone = false } = options;
    return new Promise((resolve) => {
      const start = async (worker: PoolWorker) => resolve(await worker.run<Result>(task, cpuMs));
      this.#queue.push(owner, { isAlone, start, fail: () => resolve(CLOSED) });
      this.#startNext();
    });
  }

  /** Ends all workers; current, waiting and later tasks fail as `no-worker`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next.fail();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all(this.#workers.map((worker) => worker.end()));
  }

  #startNext(): void {
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (this.#isTaken || (next.isAlone && this.#free.length < this.#workers.length)) return;
      const worker = this.#free.pop();
      if (worker === undefined) return;
      this.#queue.shift();
      this.#isTaken = next.isAlone;
      clearTimeout(this.#idle.get(worker));
      void next.start(worker).then(() => this.#giveBack(worker));
    }
  }

  #giveBack(worker: PoolWorker): void {
    this.#isTaken = false;
    this.#free.push(worker);
    this.#endWhenIdle(worker);
    this.#startNext();
  }

  #endWhenIdle(worker: PoolWorker): void {
    const { idleMs } = this.#options;
    if (idleMs === undefined || this.#isClosed) return;
    clearTimeout(this.#idle.get(worker));
    this.#idle.set(worker, setTimeout(() => void this.#endIdle(worker), idleMs).unref());
  }

  async #endIdle(worker: PoolWorker): Promise<void> {
    const index = this.#free.indexOf(worker);
    if (index === -1) return;
    // It must not be free while it ends: no task may start in it.
    this.#free.splice(index, 1);
    await worker.release();
    this.#free.unshift(worker);
    this.#startNext();
  }
}
