import { join } from "node:path";
import { ConfigurationError, type Logger, newerTables, openPool } from "@satchel/chassis";
import { VERSION } from "@satchel/contracts";
import { projections } from "./rebuild-tables.ts";

/**
 * Refuses the data of a newer version before any service touches it. Replicas of separate processes wait in this case, because
 * newer ones are there beside them; here nobody would ever come, and the start would wait forever.
 * @param databaseUrl the embedded database, which is running
 * @throws {ConfigurationError} which names the tables, and both ways out
 */
export async function refuseNewerData(databaseUrl: string, dataDir: string, logger: Logger): Promise<void> {
  const pool = openPool({ url: databaseUrl, name: "start", logger, connections: 1 });
  try {
    const names = await newerTables(pool, projections);
    if (names.length === 0) return;
    throw new ConfigurationError([
      `DATA_DIR: a newer version of Satchel than this one (${VERSION}) has run on ${dataDir} (its tables: ${names.join(", ")}). ` +
        `Nothing was changed. Start the newer version; or move ${join(dataDir, "postgres")} away, and this one builds its own tables from the journal`,
    ]);
  } finally {
    await pool.end();
  }
}
