import { FairQueue } from "./fair-queue.ts";
import { CLOSED, type TaskFailure, type TaskResult, type ThreadLimits, WorkerThread } from "./worker-thread.ts";

export type { TaskFailure, TaskResult } from "./worker-thread.ts";

export interface WorkerPoolOptions extends ThreadLimits {
  /** Tasks that run at the same time, each in a thread of its own. */
  readonly threads: number;
  /** Milliseconds of processor time for one task, unless it is given others. */
  readonly cpuMs: number;
  /** Milliseconds without work after which a thread is ended, to give its memory back; none: it is kept. */
  readonly idleMs?: number;
  /** Tasks that may wait; more fail as `no-worker`. None: any number. */
  readonly backlog?: number;
}

export interface TaskOptions {
  /** Milliseconds of processor time for this task. */
  readonly cpuMs?: number;
  /** Who takes turns with others for threads: an account, say. */
  readonly owner?: string;
  /** Whether no other task runs beside it. */
  readonly isAlone?: boolean;
  /** Whether its thread ends with it, to give much memory back at once. */
  readonly endsThread?: boolean;
}

interface Waiting {
  readonly isAlone: boolean;
  readonly start: (thread: WorkerThread) => Promise<void>;
  readonly fail: () => void;
}

/**
 * Runs tasks in worker threads, because reading what strangers wrote may take without end or all memory, and must then be
 * ended without the service noticing. Limits are of processor time: a busy or paused machine is not the task's fault.
 * (A library was tried: decision 59.)
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #threads: readonly WorkerThread[];
  readonly #free: WorkerThread[];
  readonly #idle = new Map<WorkerThread, NodeJS.Timeout>();
  readonly #queue = new FairQueue<Waiting>();
  /** Whether a task runs that wants to be alone. */
  #isTaken = false;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#threads = Array.from({ length: options.threads }, () => new WorkerThread(options));
    this.#free = [...this.#threads];
  }

  /** Starts a thread before there is work. @returns why that can't be */
  async start(): Promise<TaskFailure | undefined> {
    return this.#free.at(-1)?.start();
  }

  /** Runs a task. Never throws for it: what can't be done within the limits is a failure. @param task is cloned */
  run<Result>(task: unknown, options: TaskOptions = {}): Promise<TaskResult<Result> | TaskFailure> {
    const { backlog = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#isClosed) return Promise.resolve(CLOSED);
    if (this.#queue.length >= backlog) {
      return Promise.resolve({ failed: "no-worker", detail: `${backlog} tasks wait already` });
    }
    const { cpuMs = this.#options.cpuMs, owner = "", isAlone = false, endsThread = false } = options;
    return new Promise((resolve) => {
      const start = async (thread: WorkerThread) => {
        resolve(await thread.run<Result>(task, cpuMs));
        if (endsThread) await thread.rest();
      };
      this.#queue.push(owner, { isAlone, start, fail: () => resolve(CLOSED) });
      this.#startNext();
    });
  }

  /** Ends all threads, whatever they do; tasks under way, waiting or later fail as `no-worker`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next.fail();
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #startNext(): void {
    for (let next = this.#queue.peek(); next !== undefined; next = this.#queue.peek()) {
      if (this.#isTaken || (next.isAlone && this.#free.length < this.#threads.length)) return;
      const thread = this.#free.pop();
      if (thread === undefined) return;
      this.#queue.shift();
      this.#isTaken = next.isAlone;
      clearTimeout(this.#idle.get(thread));
      void next.start(thread).then(() => this.#giveBack(thread));
    }
  }

  #giveBack(thread: WorkerThread): void {
    this.#isTaken = false;
    this.#free.push(thread);
    const { idleMs } = this.#options;
    if (idleMs !== undefined && !this.#isClosed) {
      this.#idle.set(thread, setTimeout(() => void this.#endIdle(thread), idleMs).unref());
    }
    this.#startNext();
  }

  async #endIdle(thread: WorkerThread): Promise<void> {
    const place = this.#free.indexOf(thread);
    if (place === -1) return;
    // Not free while it ends: a task that came now would start in a thread that is being ended.
    this.#free.splice(place, 1);
    await thread.rest();
    this.#free.unshift(thread);
    this.#startNext();
  }
}
