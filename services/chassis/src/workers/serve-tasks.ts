import { parentPort } from "node:worker_threads";
import { currentThread } from "./thread-time.ts";

/** What a worker thread says once when it can take tasks. */
export interface WorkerReady {
  /** See {@link currentThread}. */
  readonly thread: string | undefined;
}

/** What it says for each task. */
export interface WorkerAnswer {
  readonly result: unknown;
}

/**
 * Makes the module that calls it a worker of a `WorkerPool`: one task after the other is handed to `work`.
 * @param work gives the result, which is cloned; an error that it throws ends the thread, and the task fails as `crash`
 */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  parentPort?.on("message", async (task: Task) => {
    parentPort?.postMessage({ result: await work(task) } satisfies WorkerAnswer);
  });
  parentPort?.postMessage({ thread: currentThread() } satisfies WorkerReady);
}
