import { readFile } from "node:fs/promises";
import {
  type Bus,
  busAt,
  busSettings,
  ConfigurationError,
  connectBus,
  createLogger,
  databaseSettings,
  type Logger,
  readConfig,
} from "@satchel/chassis";
import Type, { type Static } from "typebox";
import { runCommand } from "./command.ts";
import { readSettings } from "./settings.ts";
import { runningFile } from "./system.ts";

const Settings = Type.Object({ ...busSettings, ...databaseSettings });

/** The parts of a running instance for a command. */
interface RunningInstance {
  readonly config: Static<typeof Settings>;
  readonly bus: Bus;
  readonly logger: Logger;
}

/** Runs a command on the bus and database of the environment, else on those of the instance that runs on `DATA_DIR`. */
export const onRunningInstance = (name: string, work: (instance: RunningInstance) => Promise<void>): Promise<void> =>
  runCommand(async () => {
    const config = readConfig(Settings, await addresses());
    const logger = createLogger(name, config.LOG_LEVEL);
    const bus = await connectBus({ ...busAt(config), name, logger });
    await work({ config, bus, logger });
    await bus.close();
  });

/** @throws {ConfigurationError} where there is neither */
async function addresses(): Promise<Record<string, string | undefined>> {
  if (process.env.NATS_URL !== undefined && process.env.DATABASE_URL !== undefined) return process.env;
  const file = runningFile(readSettings(process.env).DATA_DIR);
  const text = await readFile(file, "utf8").catch(() => {
    throw new ConfigurationError([`Satchel does not run here (no ${file}), and NATS_URL and DATABASE_URL are not set`]);
  });
  return { ...process.env, ...(JSON.parse(text) as Record<string, string>) };
}
