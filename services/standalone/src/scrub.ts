import { openJournal, scrub } from "@satchel/chassis";
import { projectionNames } from "@satchel/contracts";
import { onRunningInstance } from "./running-instance.ts";

// Removes the data of erased accounts from the files of all tables now, without waiting for the night.
const REPORTS = {
  done: "scrubbed",
  nothing: "nothing to scrub",
  behind: "rewritten, but some events are not applied yet: run it again",
} as const;

await onRunningInstance("scrub", async ({ config, bus, logger }) => {
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  for (const schema of projectionNames) {
    const outcome = await scrub({ schema, databaseUrl: config.DATABASE_URL, journal, logger }, stopping.signal);
    process.stdout.write(`${schema}: ${REPORTS[outcome]}\n`);
    // EX_TEMPFAIL of sysexits.h.
    if (outcome === "behind") process.exitCode = 75;
  }
});
