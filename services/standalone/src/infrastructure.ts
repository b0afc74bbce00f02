import { join } from "node:path";
import { type Logger, stopInOrder } from "@satchel/chassis";
import { type RunningNats, type RunningPostgres, startNats, startPostgres } from "@satchel/embedded";
import { keepRunning } from "./keep-running.ts";
import type { Settings } from "./settings.ts";

/** The addresses of bus and database: embedded ones, or the operator's own. */
export interface Infrastructure {
  readonly natsUrl: string;
  readonly natsMonitorUrl: string | undefined;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Starts NATS and Postgres in `DATA_DIR`, unless the operator provides them. */
export async function startInfrastructure(
  settings: Settings,
  logger: Logger,
  log: (line: string) => void,
): Promise<Infrastructure> {
  const { DATA_DIR, NATS_URL, NATS_MONITOR_URL, DATABASE_URL } = settings;
  const nats = async () =>
    NATS_URL !== undefined
      ? undefined
      : keepRunning<RunningNats>("nats", logger, (before) =>
          startNats({
            dataDir: join(DATA_DIR, "nats"),
            log,
            ...(before === undefined ? {} : { port: portOf(before.url), monitorPort: portOf(before.monitorUrl) }),
          }),
        );
  const postgres = async () =>
    DATABASE_URL !== undefined
      ? undefined
      : keepRunning<RunningPostgres>("postgres", logger, (before) =>
          startPostgres({
            dataDir: join(DATA_DIR, "postgres"),
            settings: { shared_buffers: `${settings.DATABASE_BUFFERS_MB}MB` },
            log,
            ...(before === undefined ? {} : { port: portOf(before.url) }),
          }),
        );
  const started = await Promise.allSettled([nats(), postgres()]);
  const stop = (): Promise<void> =>
    stopInOrder(started.map((server) => () => (server.status === "fulfilled" ? server.value?.stop() : undefined)));
  const [bus, database] = started;
  if (bus.status === "rejected" || database.status === "rejected") {
    await stop();
    throw bus.status === "rejected" ? bus.reason : (database as PromiseRejectedResult).reason;
  }
  return {
    natsUrl: bus.value?.first.url ?? NATS_URL ?? "",
    natsMonitorUrl: bus.value?.first.monitorUrl ?? NATS_MONITOR_URL,
    databaseUrl: database.value?.first.url ?? DATABASE_URL ?? "",
    stop,
  };
}
