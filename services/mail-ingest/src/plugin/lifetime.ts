/**
 * Kills this process when its parent has ended: an orphan would be of no use. By SIGKILL, because an orderly exit waits for the readers
 * of mails, and a busy one may not end. A mail in progress was not answered, so its sender sends it again.
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

/** What the parent process sends along with the socket of a connection. */
export const CONNECTION = { kind: "connection" };

/** The messages of the plugin to its parent process. */
export type PluginMessage =
  /** It takes connections. */
  | { readonly kind: "ready" }
  /** It can store mail. */
  | { readonly kind: "storing" }
  /** The next of the connections that were sent is here. */
  | { readonly kind: "taken" }
  /** A connection has ended. */
  | { readonly kind: "closed" }
  /** A mail was answered. */
  | {
      readonly kind: "answered";
      /** A name of one of `answers`. */
      readonly outcome: string;
      /** From the end of the mail's text to its answer. */
      readonly seconds: number;
    };

/** Sends a message to the parent process, if it is still there. */
export function notifyParent(message: PluginMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
