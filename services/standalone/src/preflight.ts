import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { busFault, ConfigurationError, databaseFault, monitorFault, portFaults } from "@satchel/chassis";
import { claimDataDir } from "@satchel/embedded";
import type { Settings } from "./settings.ts";

/** Milliseconds to wait for an earlier run on the same folder that is ending. */
const OTHER_RUN_MS = 800;

/**
 * Looks for faults before anything is started, so that they are reported within two seconds, with the name of the setting
 * (decision 6). A late answer is no fault: the start waits for it. Claims `DATA_DIR` for this process.
 * @returns releases the folder
 * @throws {ConfigurationError} naming every fault
 */
export async function preflight(settings: Settings, log: (line: string) => void): Promise<() => Promise<void>> {
  const { DATA_DIR, DATABASE_URL, NATS_URL, NATS_MONITOR_URL, ADMIN_TOKEN } = settings;
  const outside = Promise.all([
    DATABASE_URL === undefined ? undefined : databaseFault(DATABASE_URL),
    NATS_URL === undefined ? undefined : busFault(NATS_URL),
    NATS_URL === undefined || NATS_MONITOR_URL === undefined ? undefined : monitorFault(NATS_MONITOR_URL),
  ]);
  const folder = await claimFolder(DATA_DIR, log);
  const ports = await portFaults(settings, [
    "PORT",
    "SMTP_PORT",
    "OPERATIONS_PORT",
    ...(ADMIN_TOKEN === undefined ? [] : (["ADMIN_PORT"] as const)),
  ]);
  const faults = [folder.fault, ...ports, ...(await outside)].filter((fault) => fault !== undefined);
  if (faults.length === 0) return folder.release;
  await folder.release();
  throw new ConfigurationError(faults);
}

interface ClaimedFolder {
  readonly fault?: string;
  readonly release: () => Promise<void>;
}

async function claimFolder(dataDir: string, log: (line: string) => void): Promise<ClaimedFolder> {
  const release = async (): Promise<void> => undefined;
  try {
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o700);
    const probe = join(dataDir, `probe.${process.pid}`);
    await writeFile(probe, "");
    await rm(probe);
  } catch (error) {
    return { release, fault: folderFault(dataDir, (error as NodeJS.ErrnoException).code ?? String(error)) };
  }
  try {
    return { release: await claimDataDir(dataDir, log, OTHER_RUN_MS) };
  } catch (error) {
    return { release, fault: `DATA_DIR: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function folderFault(dataDir: string, code: string): string {
  const what =
    code === "EEXIST" || code === "ENOTDIR"
      ? "it is a file, or lies below one"
      : code === "EPERM"
        ? "it has to belong to the account that Satchel runs as"
        : code === "EACCES" || code === "EROFS"
          ? "this account may not write there"
          : code;
  return `DATA_DIR can't be used (it is ${JSON.stringify(dataDir)}): ${what}; choose another folder, for example DATA_DIR=/var/lib/satchel`;
}
