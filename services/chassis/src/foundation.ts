import type { Pool } from "pg";
import { type Bus, busAt, type BusSettings, connectBus } from "./bus/connect.ts";
import { openPool } from "./database.ts";
import { type Journal, openJournal } from "./journal/journal.ts";
import type { Logger } from "./logging.ts";
import { conflicts } from "./operations/metrics.ts";
import { type Checks, isReady } from "./operations/server.ts";
import { type Periodic, periodically } from "./periodic.ts";
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
  /**
   * Does something at once and then every so many milliseconds, until it is closed. Skipped while the tables are rebuilt or
   * lag behind. Errors are logged.
   * @param work gets a signal that asks it to end
   */
  periodically(name: string, everyMs: number, work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Ends what is done periodically, the projection after its batch, then the connections. Commands and queues are stopped before. */
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
  const periodic: Periodic[] = [];
  const stopping = new AbortController();
  const checks = (): Checks => ({
    [`${name} bus`]: bus.connected() ? "ok" : "disconnected",
    [`${name} tables`]: runner.check(),
  });
  return {
    bus,
    journal,
    pool,
    progress,
    checks,
    periodically: (what, everyMs, work) => {
      const run = async (): Promise<void> => {
        if (isReady(checks())) await work(stopping.signal);
      };
      periodic.push(periodically(what, everyMs, logger, run));
    },
    close: () =>
      stopInOrder(
        () => stopping.abort(),
        periodic.map((each) => () => each.stop()),
        () => rebuilds.stop(),
        () => runner.stop(),
        () => progress.close(),
        () => pool.end(),
        () => bus.close(),
      ),
  };
}
