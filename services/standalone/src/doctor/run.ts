import { ConfigurationError, knownSyncing } from "@satchel/chassis";
import { type DoctorOutcome, type Finding, runDoctorProgram, wrong } from "@satchel/mail-ingest/doctor";
import { millisecondsOf } from "../backup-schedule/settings.ts";
import { readSettings, type Settings } from "../settings.ts";
import { checkBackups } from "./backups.ts";
import { checkClock, checkDisk, checkFolder, checkPrograms } from "./machine.ts";
import { type DoctorOptions, readOptions, USAGE } from "./options.ts";
import { checkOutside } from "./outside.ts";
import { checkRunning } from "./running.ts";
import { offsetOf } from "./sntp.ts";

const HARM = "Something is wrong; mend it first.";

/** Runs the doctor of the whole system. @param env the settings of `npm start` */
export const runDoctor = (args: readonly string[], env: Record<string, string | undefined>): Promise<DoctorOutcome> =>
  runDoctorProgram(USAGE, () => {
    const options = readOptions(args);
    if (options === "help") return options;
    return {
      heading: "Satchel on this machine",
      harm: HARM,
      json: options.json ? { facts: {} } : undefined,
      findings: () => examine(options, env),
    };
  });

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
