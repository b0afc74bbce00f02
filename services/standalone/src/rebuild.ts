import {
  busAt,
  busSettings,
  connectBus,
  createLogger,
  databaseSettings,
  openJournal,
  openPool,
  type Projection,
  readConfig,
  rebuild,
} from "@satchel/chassis";
import { foldersProjection } from "@satchel/folders";
import { identityProjection } from "@satchel/identity";
import { linksProjection } from "@satchel/links";
import { capturesProjection } from "@satchel/mail-ingest";
import { searchProjection } from "@satchel/search";
import Type from "typebox";
import { whereItRuns } from "./where-it-runs.ts";

// Rebuilds the read tables of one projection, or of all, beside the ones in use, and swaps them.
const projections: readonly Projection[] = [
  identityProjection,
  foldersProjection,
  linksProjection,
  capturesProjection,
  searchProjection,
];
const names = projections.map(({ name }) => name);

const [wanted] = process.argv.slice(2);
const chosen = projections.filter(({ name }) => wanted === "all" || name === wanted);
if (chosen.length === 0) {
  process.stderr.write(`Usage: npm run rebuild -- ${[...names, "all"].join("|")}\n`);
  process.exit(64);
}

try {
  const config = readConfig(Type.Object({ ...busSettings, ...databaseSettings }), await whereItRuns());
  const logger = createLogger("rebuild", config.LOG_LEVEL);
  const bus = await connectBus({ ...busAt(config), name: "rebuild", logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const pool = openPool({ url: config.DATABASE_URL, name: "rebuild", logger, connections: 4 });
  for (const projection of chosen) {
    const began = performance.now();
    const options = { projection, databaseUrl: config.DATABASE_URL, pool, bus, journal, logger };
    await rebuild(options, "current", new AbortController().signal);
    process.stdout.write(`Rebuilt ${projection.name} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  }
  await pool.end();
  await bus.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
