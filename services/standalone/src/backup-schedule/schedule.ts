import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { backupFailing, drillTime, type Logger, newestBackupTime, periodically } from "@satchel/chassis";
import { compact } from "@satchel/contracts/compact";
import type { Infrastructure } from "../infrastructure.ts";
import { BACKUP_CHECK_MS, BACKUP_RETRY_MS } from "../limits.ts";
import type { Settings } from "../settings.ts";
import { millisecondsOf } from "./settings.ts";
import { type BackupState, readBackupState } from "./state.ts";

/** Characters of what a program said that are logged when it failed. */
const SAID_CHARS = 2000;

/** Backups and drills by schedule, for the operator's page. */
interface ScheduledBackups {
  state(): Promise<BackupState & { readonly everyMs: number | undefined; readonly drillEveryMs: number | undefined }>;
  /** A backup that is being taken is broken off: half of it never counts as one. */
  stop(): Promise<void>;
}

type Work = "backup" | "drill";

/**
 * Takes a backup whenever the newest one in `BACKUP_TO` is older than `BACKUP_EVERY`, and restores the newest for a trial
 * whenever the last drill that succeeded is older than `DRILL_EVERY`. Both are programs of their own: encrypting takes seconds of
 * a processor, and what people do goes on meanwhile. What is due follows from the folder, so it survives restarts.
 * @returns undefined where nothing is scheduled
 */
export function startBackups(
  settings: Settings,
  { natsUrl, natsMonitorUrl }: Pick<Infrastructure, "natsUrl" | "natsMonitorUrl">,
  logger: Logger,
): ScheduledBackups | undefined {
  const { BACKUP_TO: folder, BACKUP_KEEP, BACKUP_PASSPHRASE, DATA_DIR, SECRET } = settings;
  const [everyMs, drillEveryMs] = [millisecondsOf(settings.BACKUP_EVERY), millisecondsOf(settings.DRILL_EVERY)];
  if (folder === undefined || (everyMs === undefined && drillEveryMs === undefined)) return undefined;
  const stopping = new AbortController();
  const notBefore: Record<Work, number> = { backup: 0, drill: 0 };
  const env = {
    ...process.env,
    DATA_DIR,
    ...compact({ SECRET, BACKUP_PASSPHRASE }),
  };

  const run = async (work: Work, args: readonly string[], more: Record<string, string>): Promise<void> => {
    const program = fileURLToPath(new URL(`../../dist/${work}.js`, import.meta.url));
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      signal: stopping.signal,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    const code = await once(child, "close").then(
      ([exitCode]) => exitCode as number | null,
      (error: Error) => error.message,
    );
    if (stopping.signal.aborted) return;
    backupFailing.set({ what: work }, code === 0 ? 0 : 1);
    if (code === 0) logger.info({ work }, "done by schedule");
    else {
      notBefore[work] = Date.now() + BACKUP_RETRY_MS;
      logger.error({ work, code, said: said.slice(-SAID_CHARS) }, "scheduled work on backups failed");
    }
  };

  const look = async (): Promise<void> => {
    const isDue = (work: Work, everyMsOf: number | undefined, last: Date | undefined): boolean =>
      everyMsOf !== undefined && Date.now() >= notBefore[work] && Date.now() - (last?.getTime() ?? 0) >= everyMsOf;
    const show = async (): Promise<BackupState> => {
      const state = await readBackupState(folder, Date.now());
      newestBackupTime.set((state.newest?.at.getTime() ?? 0) / 1000);
      drillTime.set((state.drill?.at.getTime() ?? 0) / 1000);
      return state;
    };
    const bus = { NATS_URL: natsUrl, ...(natsMonitorUrl === undefined ? {} : { NATS_MONITOR_URL: natsMonitorUrl }) };
    const before = await show();
    if (isDue("backup", everyMs, before.newest?.at)) {
      await run("backup", ["--to", `${folder}/`, "--keep", String(BACKUP_KEEP)], bus);
    }
    const { newest, drill } = await show();
    if (newest !== undefined && isDue("drill", drillEveryMs, drill?.at) && !stopping.signal.aborted) {
      await run("drill", ["--from", folder], {});
      await show();
    }
  };
  const periodic = periodically("backups", BACKUP_CHECK_MS, logger, look);
  return {
    state: async () => ({ ...(await readBackupState(folder, Date.now())), everyMs, drillEveryMs }),
    stop: async () => {
      stopping.abort();
      await periodic.stop();
    },
  };
}
