import type { Static, TObject } from "typebox";
import { ConfigurationError, readConfig, type SettingsRule } from "./configuration.ts";
import { collectAtRest } from "./heap-at-rest.ts";
import { createLogger, type Logger } from "./logging.ts";
import { demandPorts } from "./ports.ts";
import { type Checks, openOperations } from "./operations/server.ts";
import { knownSyncing, type operationsSettings } from "./settings/service.ts";
import { startTracing, stopTracing } from "./tracing/tracing.ts";

export interface RunningService {
  /** `ok` or the fault of each part. */
  checks(): Promise<Checks> | Checks;
  /** Becomes unready at once, takes no further work, finishes its work, and closes its connections. */
  stop(): Promise<void>;
}

/** EX_CONFIG of sysexits.h: a restart does not help, the configuration must be corrected. */
const EXIT_CONFIGURATION = 78;

/** Milliseconds between two log lines about a start that is not finished. */
const STARTING_MS = 10_000;

type Settings = typeof operationsSettings & TObject["properties"];

/**
 * Runs one service as a process of its own: reads its configuration, opens the operators' port, starts it, and stops it
 * in order on SIGTERM or SIGINT, by force when that takes longer than `SHUTDOWN_SECONDS`.
 * @param rules for several settings together
 */
export async function runService<T extends TObject<Settings>>(
  name: string,
  schema: T,
  start: (config: Static<T>, logger: Logger) => Promise<RunningService>,
  rules: readonly SettingsRule[] = [knownSyncing],
): Promise<void> {
  const config = await orExit(name, () => readConfig(schema, process.env, rules));
  const settings = config as unknown as {
    LOG_LEVEL: string;
    OPERATIONS_HOST: string;
    OPERATIONS_PORT?: number;
    SHUTDOWN_SECONDS: number;
  };
  const logger = createLogger(name, settings.LOG_LEVEL);
  await orExit(name, async () => demandPorts(settings, ["PORT", "ADMIN_PORT", "OPERATIONS_PORT"]));
  let service: RunningService | undefined;
  let isStopping = false;
  const operations =
    settings.OPERATIONS_PORT === undefined
      ? undefined
      : await openOperations(settings.OPERATIONS_HOST, settings.OPERATIONS_PORT, async () =>
          isStopping ? { [name]: "stopping" } : ((await service?.checks()) ?? { [name]: "starting" }),
        );
  stopOnSignal(logger, settings.SHUTDOWN_SECONDS, async () => {
    isStopping = true;
    await service?.stop();
    await operations?.close();
    await stopTracing();
  });
  await startTracing(name, logger);
  const began = performance.now();
  const slow = setInterval(() => {
    logger.warn({ seconds: Math.round((performance.now() - began) / 1000) }, "still starting");
  }, STARTING_MS);
  try {
    service = await orExit(name, () => start(config, logger));
    clearInterval(slow);
  } catch (error) {
    logger.fatal({ err: error }, "starting failed");
    process.exit(1);
  }
  collectAtRest();
  logger.info({ operationsPort: operations?.port }, "started");
}

/** Ends the process with {@link EXIT_CONFIGURATION} for an invalid configuration, naming every fault. */
async function orExit<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
}

/** Stops in order on the first SIGTERM or SIGINT, by force after `seconds`, at once on a second signal. */
export function stopOnSignal(logger: Logger, seconds: number, stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => {
      logger.fatal("stopping took too long");
      process.exit(1);
    }, seconds * 1000).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      logger.fatal({ err: error }, "stopping failed");
      process.exit(1);
    }
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
