/**
 * Why a task has no result, with a sentence for the log. `timeout` (of processor time), `memory` and `crash` are the
 * task's fault; `no-worker` is not: no worker started, too many tasks wait, or the pool is closed.
 */
export type TaskFailure = { failed: "timeout" | "memory" | "crash" | "no-worker"; detail: string };

export interface WorkerLimits {
  /** The module that the worker runs: it calls `serveTasks`. */
  readonly file: URL;
  /**
   * Where tasks run: in a thread of this process (the default), or in a child process. Native code needs a process:
   * ending Node's thread does not end its threads, and its faults end the process.
   */
  readonly runIn?: "thread" | "process";
  /** MiB of JavaScript heap. */
  readonly heapMib: number;
  /** MiB of the part of that heap where objects begin; of threads only. */
  readonly youngHeapMib?: number;
  /**
   * MiB by which the worker's process may grow, also outside of the heap; default no limit. A child process is measured from
   * its start; without /proc it is not limited. For a thread, this whole process is measured during the task. There the
   * growth of other work counts too, so the limit has to be generous, and only one such task may run at a time.
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
  /** Octets of memory of the worker's process. */
  memory(): number;
  /** Ends it in any state; resolves after `onEnd`. */
  end(): Promise<void>;
}
