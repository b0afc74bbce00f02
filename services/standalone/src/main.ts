import {
  collectAtRest,
  ConfigurationError,
  createLogger,
  knownSyncing,
  startTracing,
  stopOnSignal,
  stopTracing,
} from "@satchel/chassis";
import { banner } from "./banner.ts";
import { callOf } from "./command.ts";
import { readSettings, type Settings } from "./settings.ts";
import { startSystem, type System } from "./system.ts";

/** EX_CONFIG of sysexits.h. */
const EXIT_CONFIGURATION = 78;
const began = performance.now();
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let settings: Settings;
try {
  settings = readSettings(process.env, [knownSyncing]);
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIGURATION);
}

const logger = createLogger("standalone", settings.LOG_LEVEL);
let starting: Promise<System> | undefined;
stopOnSignal(logger, settings.SHUTDOWN_SECONDS, async () => {
  // A stop during the start waits for it, so that no process is left.
  const system = await starting?.catch(() => undefined);
  await system?.stop();
  await stopTracing();
});

await startTracing("satchel", logger);
try {
  starting = startSystem(settings, say);
  const system = await starting;
  await system.ready;
  collectAtRest();
  say(banner(settings, (performance.now() - began) / 1000, callOf("send")));
} catch (error) {
  if (error instanceof ConfigurationError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
  process.stderr.write(`Satchel can't start: ${error instanceof Error ? error.message : String(error)}\n`);
  logger.debug({ err: error }, "start");
  process.exit(1);
}
