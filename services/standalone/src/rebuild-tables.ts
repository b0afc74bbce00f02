import { archiveProjection } from "@satchel/archive";
import { type Bus, type Logger, openJournal, openPool, type Projection, rebuild } from "@satchel/chassis";
import { foldersProjection } from "@satchel/folders";
import { identityProjection } from "@satchel/identity";
import { linksProjection } from "@satchel/links";
import { capturesProjection } from "@satchel/mail-ingest";
import { searchProjection } from "@satchel/search";

/** All projections: what read tables are built by. */
export const projections: readonly Projection[] = [
  identityProjection,
  foldersProjection,
  linksProjection,
  capturesProjection,
  searchProjection,
  archiveProjection,
];

interface Rebuild {
  readonly bus: Bus;
  readonly databaseUrl: string;
  readonly syncUnchecked: boolean;
  readonly logger: Logger;
  /** Takes a line about each that is done. */
  readonly say: (line: string) => void;
}

/** Builds read tables from the journal, beside the ones in use if there are any, and swaps them. */
export async function rebuildTables(chosen: readonly Projection[], options: Rebuild): Promise<void> {
  const { bus, databaseUrl, syncUnchecked, logger, say } = options;
  const journal = await openJournal(bus, { logger, syncUnchecked });
  const pool = openPool({ url: databaseUrl, name: "rebuild", logger, connections: 4 });
  try {
    for (const projection of chosen) {
      const began = performance.now();
      const one = { projection, databaseUrl, pool, bus, journal, logger };
      await rebuild(one, "current", new AbortController().signal);
      say(`Rebuilt ${projection.name} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
  } finally {
    await pool.end();
  }
}
