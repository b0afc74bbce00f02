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
  workQueue,
} from "@satchel/chassis";
import { contextSubjects } from "@satchel/contracts";
import { createCopyFiles } from "./copies/files.ts";
import { openBooks } from "./epub/books.ts";
import { createEpubMaker } from "./epub/epub-maker.ts";
import { mailRuledBooks, mailsBooks } from "./epub/mail-books.ts";
import { RULED_BOOKS_AT_ONCE, RULED_BOOKS_ATTEMPTS, RULED_BOOKS_BACKOFF_MS, RULED_BOOKS_SILENT_MS } from "./limits.ts";
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
  const commands = commandClient(bus, logger);
  const store = await openCopies(bus, config);
  const copyFiles = createCopyFiles((copy) => tables.readCopy(store, copy));
  const maker = createEpubMaker();
  const books = openBooks({ tables, files: copyFiles, maker });
  const mailBook = mailsBooks({ tables, books, store: await openBookStore(bus), commands });
  const app = await buildApp({
    config,
    logger,
    commands,
    progress,
    tables,
    pictures: await openPictures(bus),
    copyFiles,
    documents: await openDocuments(bus),
    books,
    mailBook,
    importFiles: await openImportFiles(bus),
    copyTexts: await openCopyTexts(bus),
    live,
    ended,
    readUser: (userId) => journal.readUser(userId),
    readiness: async () => ({ ...(await readiness()), ...(await checks()) }),
    isAlone,
  });
  const ruledBooks = await workQueue({
    journal,
    logger,
    name: "gateway-books",
    subjects: contextSubjects("links"),
    from: "new",
    concurrency: RULED_BOOKS_AT_ONCE,
    silentMs: RULED_BOOKS_SILENT_MS,
    backoffMs: RULED_BOOKS_BACKOFF_MS,
    attempts: RULED_BOOKS_ATTEMPTS,
    handle: mailRuledBooks({ mail: mailBook, logger }),
  });
  const server = await listen(app, config.HOST, config.PORT);
  logger.info({ port: server.port }, "listening");
  return {
    port: server.port,
    checks,
    stop: () => {
      stopping = true;
      return stopInOrder(
        () => live.close(),
        () => ruledBooks.stop(),
        () => server.close(),
        () => maker.close(),
        () => ended.close(),
        () => progress.close(),
        () => pool.end(),
        () => bus.close(),
      );
    },
  };
}
