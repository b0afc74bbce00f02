import { ConfigurationError, knownSyncing } from "@satchel/chassis";
import { exitCodeOf, type Finding, renderFindings, wrong } from "@satchel/mail-ingest";
import { millisecondsOf } from "../backup-schedule/settings.ts";
import { readSettings, type Settings } from "../settings.ts";
import { checkBackups } from "./backups.ts";
import { checkClock, checkDisk, checkFolder, checkPrograms } from "./machine.ts";
import { type DoctorOptions, readOptions, USAGE } from "./options.ts";
import { checkOutside } from "./outside.ts";
import { checkRunning } from "./running.ts";
import { offsetOf } from "./sntp.ts";

/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;
const HARM = "Something is wrong; mend it first.";

/** The output and the exit code of the process. */
interface DoctorOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Runs the doctor of the whole system. @param env the settings of `npm start` */
export async function runDoctor(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<DoctorOutcome> {
  let options: DoctorOptions | "help";
  try {
    options = readOptions(args);
  } catch (error) {
    return { stdout: "", stderr: `${(error as Error).message}\n\n${USAGE}\n`, exitCode: EXIT_USAGE };
  }
  if (options === "help") return { stdout: `${USAGE}\n`, stderr: "", exitCode: 0 };
  const findings = await examine(options, env);
  const exitCode = exitCodeOf(findings);
  const stdout = options.json
    ? `${JSON.stringify({ exitCode, findings }, undefined, 2)}\n`
    : renderFindings("Satchel on this machine", findings, HARM);
  return { stdout, stderr: "", exitCode };
}

/** Makes all checks. With settings that are invalid nothing else can be said. */
export async function examine(options: DoctorOptions, env: Record<string, string | undefined>): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(env, [knownSyncing]);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map((fault) => wrong("settings", fault, "Mend it, then run this again."));
  }
  const { DATA_DIR } = settings;
  const { timeServer, timeoutMs } = options;
  const clock = timeServer && (() => offsetOf(timeServer.host, timeServer.port, timeoutMs));
  const now = Date.now();
  return [
    ...(await checkPrograms(settings, env)),
    await checkFolder(DATA_DIR),
    await checkDisk(DATA_DIR),
    await checkClock(DATA_DIR, now, clock),
    ...(await checkRunning(settings, timeoutMs)),
    ...(await checkOutside(settings, options)),
    await checkBackups(options.backups ?? settings.BACKUP_TO, millisecondsOf(settings.BACKUP_EVERY), now),
  ];
}
