/** The first message of a worker. */
export const READY = "ready";

/** Its message for each task. */
export interface WorkerAnswer {
  readonly result: unknown;
}

/** Signals that a terminal or a supervisor sends to all processes of a service; the service ends its workers itself. */
const SERVICE_SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"] as const;

/**
 * Makes the module that calls it a worker of a `WorkerPool`. `work` gets one task after the other.
 * @param work gives the result, which is cloned; an error that it throws ends the worker, and the task fails as `crash`
 */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  endWithParent();
  const send = (message: typeof READY | WorkerAnswer): void => void process.send?.(message);
  process.on("message", async (task: Task) => {
    send({ result: await work(task) });
  });
  send(READY);
}

/** Ignores signals, because the service ends its workers, and ends this process when the service is gone. */
function endWithParent(): void {
  for (const signal of SERVICE_SIGNALS) process.on(signal, () => {});
  // Killed, because threads of native code can delay an exit.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
}
