import { newestBackup } from "@satchel/backup";
import { type Finding, ok, warning, wrong } from "@satchel/mail-ingest/doctor";
import { callOf } from "../command.ts";
import { BACKUP_OLD_MS } from "../limits.ts";

const hours = (ms: number): string => `${Math.round(ms / 3_600_000)} h`;

/**
 * The age of the newest backup of everything.
 * @param folder undefined where none is known
 * @param every milliseconds of the schedule; undefined where there is none
 */
export async function checkBackups(
  folder: string | undefined,
  every: number | undefined,
  now: number,
): Promise<Finding> {
  const how = `${callOf("backup")} --to <folder>/, or BACKUP_EVERY; docs/operations/backup.md`;
  if (folder === undefined)
    return warning("backups", "No folder of backups is known.", `Name it with --backups. To take some: ${how}.`);
  const newest = await newestBackup(folder, now).catch((error: NodeJS.ErrnoException) => error.code ?? "unknown");
  if (typeof newest === "string")
    return wrong("backups", `${folder} can't be read (${newest}).`, "Make it, or name another one.");
  if (newest === undefined) return wrong("backups", `There is no backup in ${folder}.`, `Take one: ${how}.`);
  const age = now - newest.at.getTime();
  const said = `The newest is ${hours(age)} old: ${newest.file}.`;
  if (age > (every === undefined ? BACKUP_OLD_MS : 2 * every)) {
    return wrong("backups", said, "Look at the log of what takes them, and at the room on that disk.");
  }
  return ok("backups", said, "Only one that was restored once is worth something.");
}
