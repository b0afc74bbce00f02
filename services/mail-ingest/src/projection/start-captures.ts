import {
  commandClient,
  type CommandServer,
  type databaseSettings,
  type Foundation,
  type FoundationSettings,
  handler,
  type Logger,
  openDocuments,
  openFoundation,
  pause,
  queriesOver,
  type RunningService,
  serveCommands,
} from "@satchel/chassis";
import { ReadFile } from "@satchel/contracts";
import { readFile } from "../commands/read-file.ts";
import { PURGE_EVERY_MS, JOURNAL_RETRY_MS, ROOM_MS } from "../limits.ts";
import { startFileReader } from "../reading/mail-reader.ts";
import { capturesProjection } from "./projection.ts";
import type { CapturesTables } from "./tables.ts";
import { purgeMails } from "../policies/purge-captures.ts";

/** Clock in milliseconds since 1970 and interval of the purge, for tests. */
export interface Time {
  readonly now?: () => number;
  readonly purgeEveryMs?: number;
}

/** Without `DATABASE_URL` this process has no tables; another replica may have them. */
type CapturesSettings = Omit<FoundationSettings, keyof typeof databaseSettings> & {
  readonly [Name in keyof typeof databaseSettings]?: FoundationSettings[Name] | undefined;
};

/**
 * Starts the projection of captures, and the reading of files that are sent without a mail. Returns at once and connects in
 * the background, with any number of retries: the SMTP server accepts mail without a database, and answers 451 without the
 * bus.
 */
export function startCaptures(
  config: CapturesSettings,
  logger: Logger,
  { now = Date.now, purgeEveryMs = PURGE_EVERY_MS }: Time = {},
): RunningService {
  const { DATABASE_URL, DATABASE_CONNECTIONS = 1 } = config;
  if (DATABASE_URL === undefined) {
    logger.warn("DATABASE_URL is not set: this process does not maintain the tables of captures");
    return { checks: () => ({}), stop: async () => undefined };
  }
  const stopping = new AbortController();
  const reader = startFileReader();
  let base: Foundation | undefined;
  let server: CommandServer | undefined;

  const serveFiles = async ({ bus }: Foundation): Promise<CommandServer> => {
    const documents = await openDocuments(bus);
    const commands = commandClient(bus, logger, ROOM_MS);
    return serveCommands(bus, "mail", [handler(ReadFile, readFile({ documents, commands, reader }))], logger);
  };

  const open = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const opened = await openFoundation(
          { ...config, DATABASE_URL, DATABASE_CONNECTIONS },
          capturesProjection,
          logger,
        );
        server = await serveFiles(opened).catch(async (error: unknown) => {
          await opened.close();
          throw error;
        });
        if (stopping.signal.aborted) return await opened.close();
        base = opened;
        const db = queriesOver<CapturesTables>(opened.pool);
        const { journal } = opened;
        opened.periodically("purge of old captures", purgeEveryMs, () => purgeMails({ journal, db, logger, now }));
        return;
      } catch (err) {
        logger.error({ err }, "the tables of captures can't be opened; trying again");
        await pause(JOURNAL_RETRY_MS, stopping.signal);
      }
    }
  };
  void open();

  return {
    checks: () => base?.checks() ?? { [`${capturesProjection.name} tables`]: "starting" },
    stop: async () => {
      // An attempt in progress to connect is not awaited: it ends with the process.
      stopping.abort();
      await server?.stop();
      await reader.close();
      await base?.close();
    },
  };
}
