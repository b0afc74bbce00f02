import cluster from "node:cluster";

/**
 * Ends this process when the one that started it is gone, however it went: an orphan would hold the port. At once, for
 * an orderly exit waits for the reader threads, and one that is busy may never end; a mail that is under way was not
 * answered, so its sender sends it again.
 */
export function endWithParent(): void {
  const end = (): boolean => process.kill(process.pid, "SIGKILL");
  process.on("disconnect", end);
  // It may have gone before this was called: that is not said a second time.
  if (!process.connected) end();
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

/**
 * What the plugin tells the process that started it: once where it listens, once that mail is stored, then of each mail how it
 * was answered.
 */
export type PluginMessage =
  | {
      readonly kind: "ready";
      /** Port that mail is taken on. */
      readonly port: number;
    }
  | { readonly kind: "storing" }
  | {
      readonly kind: "answered";
      /** A name of one of `answers`. */
      readonly outcome: string;
      /** From the end of the mail's text to its answer. */
      readonly seconds: number;
    };

/** Passes on what the worker processes tell; where they listen and that mail is stored, of the first one alone. */
export function forwardMessages(): void {
  const forwarded = new Set<PluginMessage["kind"]>();
  cluster.on("message", (_worker: unknown, message: PluginMessage) => {
    if (message.kind !== "answered" && forwarded.has(message.kind)) return;
    forwarded.add(message.kind);
    notifyParent(message);
  });
}

/** Tells the parent. One that is gone hears nothing, and neither do we then. */
export function notifyParent(message: PluginMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
