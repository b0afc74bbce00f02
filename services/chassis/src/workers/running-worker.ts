/**
 * Why a task has no result, with a sentence for the log. `timeout` (of processor time), `memory` and `crash` are the
 * task's fault; `no-worker` is not: no worker started, too many tasks wait, or the pool is closed.
 */
export type TaskFailure = { failed: "timeout" | "memory" | "crash" | "no-worker"; detail: string };

export interface WorkerLimits {
  /** The module that the worker runs: it calls `serveTasks`. */
  readonly file: URL;
  /** MiB of JavaScript heap. */
  readonly heapMib: number;
  /**
   * MiB by which a worker's process may grow from its start, also outside of the heap; default no limit. Without /proc there
   * is none.
   */
  readonly growthMib?: number;
}

export interface WorkerEvents {
  onMessage(message: unknown): void;
  /** Once, at the end. */
  onEnd(failure: TaskFailure): void;
}

export interface RunningWorker {
  send(task: unknown): void;
  /** Whether this process waits for it before it exits. */
  setReferenced(isReferenced: boolean): void;
  /** Milliseconds of processor time that the process has taken: see `processorTimeMs`. */
  cpuMs(): number;
  /** Octets of its memory. */
  memory(): number;
  /** Ends it in any state; resolves after `onEnd`. */
  end(): Promise<void>;
}
