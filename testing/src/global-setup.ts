import { findNatsServer } from "@satchel/embedded";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { cleanUp } from "./at-end.ts";
import { usesContainers } from "./backend.ts";
import { startTestPostgres } from "./postgres.ts";

/**
 * Vitest's global setup: the programs that tests start as processes are built, one Postgres cluster for the run, and a
 * NATS server program in the cache before several workers look for one at once.
 * @returns the teardown, which Vitest runs after failures too
 */
export default async function setup(): Promise<() => Promise<void>> {
  try {
    await ensureBuilt();
    if (!usesContainers()) await findNatsServer({ log: console.log });
    await startTestPostgres();
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return cleanUp;
}
