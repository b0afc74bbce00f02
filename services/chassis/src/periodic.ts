import type { Logger } from "./logging.ts";

export interface Periodic {
  /** Waits for the work in progress and ends. */
  stop(): Promise<void>;
}

/** Does something at once and then every so many milliseconds, never twice at a time. Errors are logged. */
export function periodically(name: string, everyMs: number, logger: Logger, work: () => Promise<void>): Periodic {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= work()
      .catch((err: unknown) => logger.error({ err, name }, "periodic work failed"))
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
