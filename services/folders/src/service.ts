import {
  handler,
  type Logger,
  openFoundation,
  queriesOver,
  type RunningService,
  serveCommands,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import { ChangeFolder, CreateFolder, DeleteFolder, MoveFolder, RestoreFolder, rootSubjects } from "@satchel/contracts";
import { folderCommands } from "./commands/folders.ts";
import type { FoldersConfig } from "./config.ts";
import { ERASURE_BACKOFF_MS, ERASURE_SILENT_MS, ERASURES_AT_ONCE, PURGE_EVERY_MS } from "./limits.ts";
import { eraseNames, purgeFolders } from "./policies/purge-folders.ts";
import { foldersProjection } from "./projection/projection.ts";
import type { FoldersTables } from "./projection/tables.ts";

/** Clock in milliseconds since 1970 and interval of the purge, for tests. */
export interface Time {
  readonly now?: () => number;
  readonly purgeEveryMs?: number;
}

/** Starts the folders service: its tables, its commands, and the purge of deleted folders. */
export async function startFolders(
  config: FoldersConfig,
  logger: Logger,
  { now = Date.now, purgeEveryMs = PURGE_EVERY_MS }: Time = {},
): Promise<RunningService> {
  const name = "folders";
  const base = await openFoundation(config, foldersProjection, logger);
  const { bus, journal, progress, pool } = base;
  const db = queriesOver<FoldersTables>(pool);
  const commands = folderCommands({ journal, progress, db, now });
  const server = await serveCommands(
    bus,
    name,
    [
      handler(CreateFolder, commands.create),
      handler(ChangeFolder, commands.change),
      handler(MoveFolder, commands.move),
      handler(DeleteFolder, commands.delete),
      handler(RestoreFolder, commands.restore),
    ],
    logger,
  );
  const erasures = await workQueue({
    journal,
    logger,
    name: "folders-erase",
    subjects: rootSubjects("folders"),
    concurrency: ERASURES_AT_ONCE,
    silentMs: ERASURE_SILENT_MS,
    backoffMs: ERASURE_BACKOFF_MS,
    handle: eraseNames(journal),
  });
  base.periodically("purge of deleted folders", purgeEveryMs, () => purgeFolders({ journal, db, commands, now }));
  return {
    checks: () => ({ ...base.checks(), "folders erasures": erasures.check() }),
    stop: () => stopInOrder([() => server.stop(), () => erasures.stop()], () => base.close()),
  };
}
