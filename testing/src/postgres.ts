import { startPostgres } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";
import { usesContainers } from "./backend.ts";
import { FAST_SETTINGS } from "./fast-settings.ts";
import { tempDir } from "./temp-dir.ts";

/** The variable with the address of the run's cluster; all processes of the run inherit it. */
const VARIABLE = "TEST_POSTGRES_URL";

/** Starts one Postgres cluster for all test files and passes its address to them. It ends with `cleanUp`. */
export async function startTestPostgres(): Promise<void> {
  const postgres = usesContainers()
    ? await (await import("./containers.ts")).postgresContainer()
    : await startPostgres({ dataDir: await tempDir(), settings: FAST_SETTINGS, log: console.log });
  process.env[VARIABLE] = postgres.url;
  atEnd(() => postgres.stop());
}

/** The superuser's address of the run's cluster. */
export function testPostgresUrl(): string {
  const url = process.env[VARIABLE];
  if (!url)
    throw new Error(`${VARIABLE} is not set: run this with vitest --project integration, or start a cluster first`);
  return url;
}
