import cluster from "node:cluster";

/**
 * Kills this process when its parent has ended: an orphan would keep the port. By SIGKILL, because an orderly exit waits for the reader
 * threads, and a busy one may not end. A mail in progress was not answered, so its sender sends it again.
 */
export function endWithParent(): void {
  const end = (): boolean => process.kill(process.pid, "SIGKILL");
  process.on("disconnect", end);
  // The parent may have ended before this call: then there is no event.
  if (!process.connected) end();
}

/** Stops in order on SIGTERM, which would otherwise end Haraka in the middle of a mail. */
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
 * The messages of the plugin to its parent process: its port when it listens, one when it can store mail, and the answer to each
 * mail.
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
