import {
  busAt,
  type Checks,
  commandClient,
  connectBus,
  type Logger,
  openBookStore,
  openCopies,
  openCopyTexts,
  openDocuments,
  openEndedSessions,
  openImportFiles,
  openJournal,
  openPictures,
  openPool,
  ProjectionProgress,
  queriesOver,
  type RunningService,
  stopInOrder,
} from "@satchel/chassis";
import { buildApp } from "./http/app.ts";
import type { GatewayConfig } from "./config.ts";
import { eventIds } from "./live/event-ids.ts";
import { type CheckpointTables, readPositions } from "./live/positions.ts";
import { liveStreams } from "./live/streams.ts";
import { ownChecks } from "./http/readiness.ts";
import { listen } from "./http/server.ts";
import { followEndedSessions } from "./sessions/ended.ts";
import { openTables } from "./queries/tables.ts";

interface Surroundings {
  /** Checks of other services in the same process, for `GET /api/health`. */
  readonly readiness?: () => Promise<Checks> | Checks;
  /** Whether no other gateway works on the same bus; by default there may be some. */
  readonly isAlone?: boolean;
}

/** Starts the gateway. */
export async function startGateway(
  config: GatewayConfig,
  logger: Logger,
  { readiness = () => ({}), isAlone = false }: Surroundings = {},
): Promise<RunningService & { readonly port: number }> {
  const name = "gateway";
  const bus = await connectBus({ ...busAt(config), name, logger });
  const connections = config.DATABASE_CONNECTIONS;
  const pool = openPool({ url: config.DATABASE_URL, name, logger, connections, readOnly: true });
  const progress = new ProjectionProgress(bus, pool);
  const tables = openTables(pool, progress);
  const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
  const checkpoints = queriesOver<CheckpointTables>(pool);
  const live = liveStreams({
    bus,
    logger,
    journal,
    positions: (partition) => readPositions(checkpoints, partition),
    ids: eventIds(config.TOKEN_KEY),
  });
  const ended = await followEndedSessions(await openEndedSessions(bus));
  const own = ownChecks(bus, tables);
  let stopping = false;
  const checks = async (): Promise<Checks> => (stopping ? { [name]: "stopping" } : own());
  const app = await buildApp({
    config,
    logger,
    commands: commandClient(bus, logger),
    progress,
    tables,
    pictures: await openPictures(bus),
    copies: await openCopies(bus, config),
    documents: await openDocuments(bus),
    bookStore: await openBookStore(bus),
    files: await openImportFiles(bus),
    copyTexts: await openCopyTexts(bus),
    live,
    ended,
    readUser: (userId) => journal.readUser(userId),
    readiness: async () => ({ ...(await readiness()), ...(await checks()) }),
    isAlone,
  });
  const server = await listen(app, config.HOST, config.PORT);
  logger.info({ port: server.port }, "listening");
  return {
    name,
    port: server.port,
    checks,
    stop: () => {
      stopping = true;
      return stopInOrder(
        () => live.close(),
        () => server.close(),
        () => ended.close(),
        () => progress.close(),
        () => pool.end(),
        () => bus.close(),
      );
    },
  };
}
