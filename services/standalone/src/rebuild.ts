import { callOf } from "./command.ts";
import { projections, rebuildTables } from "./rebuild-tables.ts";
import { onRunningInstance } from "./running-instance.ts";

// Rebuilds the read tables of one projection, or of all, beside the ones in use, and swaps them.
const names = projections.map(({ name }) => name);

const [argument] = process.argv.slice(2);
const chosen = projections.filter(({ name }) => argument === "all" || name === argument);
if (chosen.length === 0) {
  process.stderr.write(`Usage: ${callOf("rebuild")} ${[...names, "all"].join("|")}\n`);
  process.exit(64);
}

await onRunningInstance("rebuild", ({ config, bus, logger }) =>
  rebuildTables(chosen, {
    bus,
    databaseUrl: config.DATABASE_URL,
    syncUnchecked: config.NATS_SYNC_UNCHECKED,
    logger,
    say: (line) => void process.stdout.write(`${line}\n`),
  }),
);
