import {
  type CommandHandler,
  handler,
  openImportFiles,
  openImportJobs,
  openImportProgress,
  openPageJobs,
} from "@satchel/chassis";
import { ListImports, StartImport } from "@satchel/contracts";
import { importCommands } from "./commands.ts";
import type { ImportState } from "./ledger.ts";
import { IMPORTS_RUNNING, SILENT_MS } from "./limits.ts";
import { type ImportDeps, importRunner } from "./run-import.ts";
import { ImportTurns } from "./turns.ts";

/** The running part of imports: the commands on the bus, and the worker of the queue. */
export interface Imports {
  readonly handlers: readonly CommandHandler[];
  check(): string;
  stop(): Promise<void>;
}

export async function startImports(base: Omit<ImportDeps, "files" | "kept" | "jobs">): Promise<Imports> {
  const [files, kept, jobs, pageJobs] = await Promise.all([
    openImportFiles(base.bus),
    openImportProgress<ImportState>(base.bus),
    openImportJobs(base.bus),
    openPageJobs(base.bus),
  ]);
  const deps: ImportDeps = { ...base, files, kept, jobs: pageJobs };
  const commands = importCommands(deps, jobs);
  const turns = new ImportTurns();
  const run = importRunner(deps);
  const worker = jobs.work({
    logger: base.logger,
    concurrency: IMPORTS_RUNNING,
    silentMs: SILENT_MS,
    handle: (job, attempt, signal) => turns.run(job, () => run(job, attempt, signal)),
  });
  return {
    handlers: [handler(StartImport, commands.start), handler(ListImports, commands.list)],
    check: () => worker.check(),
    stop: () => worker.stop(),
  };
}
