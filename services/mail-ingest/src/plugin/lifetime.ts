import cluster from "node:cluster";

/**
 * Ends this process when the one that started it is gone, however it went: an orphan would hold the port. At once, for
 * an orderly exit waits for the reader threads, and one that is busy may never end; a mail that is under way was not
 * answered, so its sender sends it again.
 */
export function endWithParent(): void {
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
}

/** Stops on SIGTERM; Haraka itself would be ended by it in the middle of a mail. */
export function stopOnSigterm(stop: () => Promise<void>): void {
  let stopping = false;
  process.on("SIGTERM", () => {
    if (stopping) return;
    stopping = true;
    void stop().finally(() => process.exit(0));
  });
}

/** Stops the worker processes and waits for their end. */
export async function stopWorkers(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          worker.once("exit", () => resolve());
          worker.process.kill("SIGTERM");
        }),
    ),
  );
}

/** What the plugin tells the process that started it. */
export interface ReadyMessage {
  readonly ready: true;
  /** Port that mail is taken on. */
  readonly port: number;
}

/** Passes on what the first worker process tells. */
export function passReadyOn(): void {
  const pass = (_worker: unknown, message: ReadyMessage): void => {
    if (message.ready !== true) return;
    cluster.off("message", pass);
    tellReady(message.port);
  };
  cluster.on("message", pass);
}

/** Tells the parent that mail is taken, and where. */
export function tellReady(port: number): void {
  process.send?.({ ready: true, port } satisfies ReadyMessage);
}
