import { archiveProjection } from "@satchel/archive";
import { openJournal, openPool, type Projection, rebuild } from "@satchel/chassis";
import { foldersProjection } from "@satchel/folders";
import { identityProjection } from "@satchel/identity";
import { linksProjection } from "@satchel/links";
import { capturesProjection } from "@satchel/mail-ingest";
import { searchProjection } from "@satchel/search";
import { onRunningInstance } from "./running-instance.ts";

// Rebuilds the read tables of one projection, or of all, beside the ones in use, and swaps them.
const projections: readonly Projection[] = [
  identityProjection,
  foldersProjection,
  linksProjection,
  capturesProjection,
  searchProjection,
  archiveProjection,
];
const names = projections.map(({ name }) => name);

const [argument] = process.argv.slice(2);
const chosen = projections.filter(({ name }) => argument === "all" || name === argument);
if (chosen.length === 0) {
  process.stderr.write(`Usage: npm run rebuild -- ${[...names, "all"].join("|")}\n`);
  process.exit(64);
}

await onRunningInstance("rebuild", async ({ config, bus, logger }) => {
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const pool = openPool({ url: config.DATABASE_URL, name: "rebuild", logger, connections: 4 });
  for (const projection of chosen) {
    const began = performance.now();
    const options = { projection, databaseUrl: config.DATABASE_URL, pool, bus, journal, logger };
    await rebuild(options, "current", new AbortController().signal);
    process.stdout.write(`Rebuilt ${projection.name} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  }
  await pool.end();
});
