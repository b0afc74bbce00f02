import {
  busAt,
  busSettings,
  connectBus,
  createLogger,
  databaseSettings,
  openJournal,
  readConfig,
  scrub,
} from "@satchel/chassis";
import { projectionNames } from "@satchel/contracts";
import Type from "typebox";
import { whereItRuns } from "./where-it-runs.ts";

// Removes what erased accounts left in the files of all tables now, without waiting for the night.
const SAID = {
  done: "scrubbed",
  nothing: "nothing to scrub",
  behind: "rewritten, but some events are not applied yet: run it again",
} as const;

try {
  const config = readConfig(Type.Object({ ...busSettings, ...databaseSettings }), await whereItRuns());
  const logger = createLogger("scrub", config.LOG_LEVEL);
  const bus = await connectBus({ ...busAt(config), name: "scrub", logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  for (const schema of projectionNames) {
    const end = await scrub({ schema, databaseUrl: config.DATABASE_URL, journal, logger }, stopping.signal);
    process.stdout.write(`${schema}: ${SAID[end]}\n`);
    if (end === "behind") process.exitCode = 75;
  }
  await bus.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
