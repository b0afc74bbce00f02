import {
  busAt,
  busSettings,
  connectBus,
  createLogger,
  databaseSettings,
  openPageJobs,
  openPool,
  queriesOver,
  readConfig,
} from "@satchel/chassis";
import { refetchPages, type LinksTables } from "@satchel/links";
import Type from "typebox";
import { readAgainArguments } from "./again-arguments.ts";
import { whereItRuns } from "./where-it-runs.ts";

// Refetches pages without any action of their links' owners: those that failed, or those that were described long ago.
const USAGE = `Usage: npm run enrich:again -- --where failed [--user <id>] [--dry-run]
       npm run enrich:again -- --where older-than --days <days> [--user <id>] [--dry-run]
`;

const wanted = readAgainArguments(process.argv.slice(2));
if (wanted === undefined) {
  process.stderr.write(USAGE);
  process.exit(64);
}

try {
  const config = readConfig(Type.Object({ ...busSettings, ...databaseSettings }), await whereItRuns());
  const logger = createLogger("enrich-again", config.LOG_LEVEL);
  const name = "enrich-again";
  const bus = await connectBus({ ...busAt(config), name, logger });
  const pool = openPool({ url: config.DATABASE_URL, name, logger, connections: 1 });
  const deps = { db: queriesOver<LinksTables>(pool), jobs: await openPageJobs(bus), now: Date.now };
  const { found, sent } = await refetchPages(deps, wanted);
  process.stdout.write(
    wanted.dryRun
      ? `${found} links would be described again\n`
      : `${found} links are to be described again; ${found - sent} of them were in the line already\n`,
  );
  await pool.end();
  await bus.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
