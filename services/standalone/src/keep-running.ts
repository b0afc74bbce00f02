import { type Logger, pause, WaitLog } from "@satchel/chassis";

/** A server that runs as a child of this process. Its `exited` resolves in any case. */
export interface Server {
  readonly exited: Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}

const RETRY_MS = 500;

/**
 * Starts a server and restarts it whenever it ends by itself: everything else keeps its address and reconnects.
 * @param start receives the former server, so that the new one has the same ports
 */
export async function keepRunning<T extends Server>(
  name: string,
  logger: Logger,
  start: (before: T | undefined) => Promise<T>,
): Promise<{ readonly first: T; stop(): Promise<void> }> {
  const first = await start(undefined);
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  let restart = Promise.resolve();
  const restartServer = async (): Promise<void> => {
    logger.error({ server: name }, "a server ended by itself; starting it again");
    const log = new WaitLog(logger, "it does not start");
    while (!signal.aborted) {
      try {
        current = await start(current);
        return;
      } catch (error) {
        log.waits({ err: error, server: name });
        await pause(RETRY_MS, signal);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await current.exited;
      if (!signal.aborted) await (restart = restartServer());
    }
  };
  void watch();
  return {
    first,
    stop: async () => {
      stopping.abort();
      // A server that is being restarted is stopped as well.
      await restart;
      await current.stop();
    },
  };
}
