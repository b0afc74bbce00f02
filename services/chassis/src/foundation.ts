import type { Pool } from "pg";
import { type Bus, busAt, type BusSettings, connectBus } from "./bus/connect.ts";
import { openPool } from "./database.ts";
import { type Journal, openJournal } from "./journal/journal.ts";
import type { Logger } from "./logging.ts";
import { conflicts } from "./operations/metrics.ts";
import type { Checks } from "./operations/server.ts";
import { ProjectionProgress } from "./projection/progress.ts";
import type { Projection } from "./projection/projection.ts";
import { stopInOrder } from "./stop-in-order.ts";
import { startProjection } from "./projection/rebuild.ts";
import { rebuildOnRequest } from "./projection/rebuild-on-request.ts";

/** The parts of a service with commands and tables. */
export interface Foundation {
  readonly bus: Bus;
  readonly journal: Journal;
  readonly pool: Pool;
  readonly progress: ProjectionProgress;
  checks(): Checks;
  /** Ends the projection after its batch, then the connections. Commands and queues are stopped before. */
  close(): Promise<void>;
}

/** Its settings; `busSettings` and `databaseSettings` have them. */
export interface FoundationSettings extends BusSettings {
  readonly NATS_SYNC_UNCHECKED: boolean;
  readonly DATABASE_URL: string;
  readonly DATABASE_CONNECTIONS: number;
}

/** Connects a service to bus, journal and database, and starts its projection. */
export async function openFoundation(
  config: FoundationSettings,
  projection: Projection,
  logger: Logger,
): Promise<Foundation> {
  const { name } = projection;
  const databaseUrl = config.DATABASE_URL;
  const bus = await connectBus({ ...busAt(config), name, logger });
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED }).catch(async (error) => {
    await bus.close();
    throw error;
  });
  const pool = openPool({ url: databaseUrl, name, logger, connections: config.DATABASE_CONNECTIONS });
  const progress = new ProjectionProgress(bus, pool, name);
  conflicts.inc({ projection: name }, 0);
  const options = { projection, databaseUrl, pool, bus, journal, logger };
  const runner = startProjection(options);
  const rebuilds = rebuildOnRequest(options);
  return {
    bus,
    journal,
    pool,
    progress,
    checks: () => ({ [`${name} bus`]: bus.connected() ? "ok" : "disconnected", [`${name} tables`]: runner.check() }),
    close: () =>
      stopInOrder(
        () => rebuilds.stop(),
        () => runner.stop(),
        () => progress.close(),
        () => pool.end(),
        () => bus.close(),
      ),
  };
}
