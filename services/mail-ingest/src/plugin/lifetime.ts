import cluster from "node:cluster";

/**
 * Kills this process when its parent has ended for whatever reason: an orphan would keep the port. At once, because an orderly exit waits
 * for the reader threads, and a busy one may never end; a mail under way was not answered, so its sender sends it again.
 */
export function endWithParent(): void {
  const end = (): boolean => process.kill(process.pid, "SIGKILL");
  process.on("disconnect", end);
  // The parent may have ended before this was called; there is no second event for it.
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
 * The messages of the plugin to the process that has started it: its port once it listens, once that it can store mail, then the answer
 * to each mail.
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

/** Forwards the messages of the worker processes; "ready" and "storing" of the first one only. */
export function forwardMessages(): void {
  const forwarded = new Set<PluginMessage["kind"]>();
  cluster.on("message", (_worker: unknown, message: PluginMessage) => {
    if (message.kind !== "answered" && forwarded.has(message.kind)) return;
    forwarded.add(message.kind);
    notifyParent(message);
  });
}

/** Sends a message to the parent process, if it is still there. */
export function notifyParent(message: PluginMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
