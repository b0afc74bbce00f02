import { open, readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { newestBackup } from "@satchel/backup";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";

const Drill = Type.Object({
  /** When it succeeded, ISO 8601. */
  at: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" }),
  /** Name of the backup. */
  file: Type.String({ maxLength: 200 }),
  seconds: Type.Number({ minimum: 0 }),
});

/** What a folder of backups says of itself, whoever takes them. */
export interface BackupState {
  readonly newest: { readonly file: string; readonly at: Date } | undefined;
  /** The last drill that succeeded. */
  readonly drill: { readonly file: string; readonly at: Date; readonly seconds: number } | undefined;
}

const drillFile = (folder: string): string => join(folder, "satchel-drill.json");

/** @throws where the folder can't be read; one that is missing is empty */
export async function readBackupState(folder: string, now: number): Promise<BackupState> {
  const newest = await newestBackup(folder, now).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const drill = await readDrill(folder);
  // One of a clock that was ahead would count as the last for as long.
  return { newest, drill: drill !== undefined && drill.at.getTime() <= now ? drill : undefined };
}

async function readDrill(folder: string): Promise<BackupState["drill"]> {
  const text = await readFile(drillFile(folder), "utf8").catch(() => "null");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // by hand, or of another version
  }
  if (!Value.Check(Drill, value)) return undefined;
  const { at, file, seconds } = value as Static<typeof Drill>;
  return { file, at: new Date(at), seconds };
}

/** Records a drill that succeeded, beside the backup. */
export async function writeDrill(folder: string, backup: string, at: Date, seconds: number): Promise<void> {
  const draft = `${drillFile(folder)}.${process.pid}`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ at: at.toISOString(), file: basename(backup), seconds })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, drillFile(folder));
}
