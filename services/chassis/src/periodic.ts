import type { Logger } from "./logging.ts";

/** Work that is done again and again. */
export interface Periodic {
  /** Waits for the work under way and does no more. */
  stop(): Promise<void>;
}

/** Does something at once and then every so many milliseconds, never twice at the same time. What fails is logged. */
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
