import { openPageJobs, openPool, queriesOver } from "@satchel/chassis";
import { type LinksTables, refetchPages } from "@satchel/links";
import { callOf } from "./command.ts";
import { readRefetchArguments } from "./refetch-arguments.ts";
import { onRunningInstance } from "./running-instance.ts";

// Refetches pages without an action of their links' owners: those that failed, or those that were described long ago.
const USAGE = `Usage: ${callOf("enrich-again")} --where failed [--user <id>] [--dry-run]
       ${callOf("enrich-again")} --where older-than --days <days> [--user <id>] [--dry-run]
`;

const options = readRefetchArguments(process.argv.slice(2));
if (options === undefined) {
  process.stderr.write(USAGE);
  process.exit(64);
}

await onRunningInstance("enrich-again", async ({ config, bus, logger }) => {
  const pool = openPool({ url: config.DATABASE_URL, name: "enrich-again", logger, connections: 1 });
  const deps = { db: queriesOver<LinksTables>(pool), jobs: await openPageJobs(bus), now: Date.now };
  const { found, sent } = await refetchPages(deps, options);
  process.stdout.write(
    options.dryRun
      ? `${found} links would be described again\n`
      : `${found} links are to be described again; ${found - sent} of them were in the queue already\n`,
  );
  await pool.end();
});
