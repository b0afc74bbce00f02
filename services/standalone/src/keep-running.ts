import { type Logger, pause } from "@satchel/chassis";

/** A server of our own: its `exited` resolves however it ends. */
export interface Server {
  readonly exited: Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}

const PAUSE_MS = 500;

/**
 * Starts a server and starts it again whenever it ends by itself, so that a crash of one part heals: everything else
 * holds its connections' addresses and takes them up again.
 * @param start given what ran before, so that it comes back on the same ports
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
  const startAgain = async (): Promise<void> => {
    logger.error({ server: name }, "a server ended by itself; starting it again");
    while (!signal.aborted) {
      try {
        current = await start(current);
        return;
      } catch (error) {
        logger.error({ err: error, server: name }, "it did not start");
        await pause(PAUSE_MS, signal);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await current.exited;
      if (!signal.aborted) await (restart = startAgain());
    }
  };
  void watch();
  return {
    first,
    stop: async () => {
      stopping.abort();
      // What a restart under way brings is stopped as well.
      await restart;
      await current.stop();
    },
  };
}
