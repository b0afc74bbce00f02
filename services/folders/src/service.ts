import {
  handler,
  type Logger,
  openFoundation,
  queriesOver,
  type RunningService,
  serveCommands,
} from "@satchel/chassis";
import { CreateFolder } from "@satchel/contracts";
import { folderCommands } from "./commands/folders.ts";
import type { FoldersConfig } from "./config.ts";
import { foldersProjection } from "./projection/projection.ts";
import type { FoldersTables } from "./projection/tables.ts";

/** Starts the folders service: its tables and its commands. */
export async function startFolders(config: FoldersConfig, logger: Logger): Promise<RunningService> {
  const name = "folders";
  const base = await openFoundation(config, foldersProjection, logger);
  const { bus, journal, progress, pool } = base;
  const commands = folderCommands({ journal, progress, db: queriesOver<FoldersTables>(pool) });
  const server = await serveCommands(bus, name, [handler(CreateFolder, commands.create)], logger);
  return {
    name,
    checks: () => base.checks(),
    stop: async () => {
      await server.stop();
      await base.close();
    },
  };
}
