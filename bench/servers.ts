import { join } from "node:path";
import { type Bus, connectBus, createLogger, type Journal, type Logger, openJournal } from "@satchel/chassis";
import { startNats, startPostgres } from "@satchel/embedded";
import { atEnd, tempDir } from "@satchel/testing";

/** A bus of its own with a journal. */
export interface BenchBus {
  /** The settings of its address. */
  readonly settings: { readonly NATS_URL: string; readonly NATS_MONITOR_URL: string };
  readonly bus: Bus;
  readonly journal: Journal;
  readonly logger: Logger;
}

/** Starts a NATS server, which ends with `cleanUp`, and opens a journal. @param level of the log, unless `LOG_LEVEL` is set */
export async function startBus(level: string): Promise<BenchBus> {
  const { url, monitorUrl, stop } = await startNats({ dataDir: join(await tempDir(), "nats") });
  atEnd(stop);
  const logger = createLogger("bench", process.env["LOG_LEVEL"] ?? level);
  const bus = await connectBus({ url, monitorUrl, name: "bench", logger });
  atEnd(() => bus.close());
  const journal = await openJournal(bus, { logger });
  return { settings: { NATS_URL: url, NATS_MONITOR_URL: monitorUrl }, bus, journal, logger };
}

/** Starts a PostgreSQL server, which ends with `cleanUp`. @returns its address */
export async function startDatabase(dataDir?: string): Promise<string> {
  const { url, stop } = await startPostgres({ dataDir: dataDir ?? join(await tempDir(), "postgres") });
  atEnd(stop);
  return url;
}
