import { type SettingsRule, Text, Whole } from "@satchel/chassis";
import Type from "typebox";

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };
/** Milliseconds between two backups or drills at least: each reads all that is kept. */
const LEAST = 10 * 60_000;
const MOST = 365 * 24 * 3_600_000;

const parse = (text: string): number => {
  const [, count = "", unit = ""] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? [];
  return Number(count) * (UNITS[unit] ?? 0);
};

const isInterval = (text: string): boolean => parse(text) >= LEAST && parse(text) <= MOST;

/** The milliseconds of an interval that was checked; undefined where there is none. */
export const millisecondsOf = (interval: string | undefined): number | undefined =>
  interval === undefined ? undefined : parse(interval);

const Interval = (example: string, description: string) =>
  Text({ check: isInterval, must: "be minutes, hours or days from 10m to 365d", example, description });

/** Backups by schedule. Without `BACKUP_EVERY` there are none. */
export const backupSettings = {
  BACKUP_EVERY: Type.Optional(Interval("24h", "how often a backup is taken")),
  BACKUP_TO: Type.Optional(
    Text({ must: "be a folder", example: "/srv/backups", description: "folder of backups, best on another disk" }),
  ),
  BACKUP_KEEP: Whole({ minimum: 1, maximum: 100_000, default: 14, description: "how many backups stay there" }),
  BACKUP_PASSPHRASE: Type.Optional(
    Text({
      must: "be a passphrase",
      example: "the output of openssl rand -hex 24",
      description: "what backups are encrypted with; without it they open every account",
    }),
  ),
  DRILL_EVERY: Type.Optional(Interval("7d", "how often the newest backup is restored for a trial")),
};

/** Something that is done by schedule needs a folder. */
export const wholeBackups: SettingsRule = ({ BACKUP_EVERY, DRILL_EVERY, BACKUP_TO }) => {
  const every = BACKUP_EVERY === undefined ? DRILL_EVERY : BACKUP_EVERY;
  if (every === undefined || BACKUP_TO !== undefined) return undefined;
  return `BACKUP_TO is missing: with ${BACKUP_EVERY === undefined ? "DRILL_EVERY" : "BACKUP_EVERY"} it names the folder of backups, for example BACKUP_TO=/srv/backups`;
};
