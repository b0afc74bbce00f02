import { execFile } from "node:child_process";
import { readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { busFault, databaseFault } from "@satchel/chassis";
import { findNatsServer, postgresBinaries } from "@satchel/embedded";
import { type Finding, ok, unknown, warning, wrong } from "@satchel/mail-ingest/doctor";
import { DISK_WARNING_BYTES, DISK_WRONG_BYTES } from "../limits.ts";
import type { Settings } from "../settings.ts";

const run = promisify(execFile);

/** What `findNatsServer` may not do here: a doctor downloads nothing. */
const NOTHING = {
  release: { version: "", site: "", assets: {} },
  distribution: () => Promise.reject(new Error("none")),
};

/** The programs that Satchel runs on, or the servers of its operator. */
export async function checkPrograms(
  { NATS_URL, DATABASE_URL }: Pick<Settings, "NATS_URL" | "DATABASE_URL">,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  return [
    ok("Node.js", `It is version ${process.versions.node}.`),
    NATS_URL === undefined ? await ownNats(env) : served("NATS", "the bus of NATS_URL", await busFault(NATS_URL)),
    DATABASE_URL === undefined
      ? await ownPostgres()
      : served("PostgreSQL", "the database of DATABASE_URL", await databaseFault(DATABASE_URL)),
  ];
}

const served = (check: string, what: string, fault: string | undefined): Finding =>
  fault === undefined
    ? ok(check, `Nothing is wrong with ${what}.`)
    : wrong(check, fault, "Start it, or mend the setting.");

async function ownNats(env: NodeJS.ProcessEnv): Promise<Finding> {
  const found = await findNatsServer({ ...NOTHING, env }).catch(() => undefined);
  return found === undefined
    ? warning(
        "NATS",
        "No nats-server is here yet.",
        "The next start downloads one; install 2.10 or newer where it can't.",
      )
    : ok("NATS", `It is version ${found.version}, ${found.path}.`);
}

async function ownPostgres(): Promise<Finding> {
  try {
    const { postgres } = await postgresBinaries();
    const { stdout } = await run(postgres, ["--version"], { cwd: "/" });
    return ok("PostgreSQL", `It is ${stdout.trim().replace(/^postgres \(PostgreSQL\) /, "version ")}.`);
  } catch (error) {
    const { message } = error as Error;
    return wrong("PostgreSQL", message, "Install the packages again (npm ci), or set DATABASE_URL.");
  }
}

/** Bytes free where a folder is, or will be. */
async function freeAt(path: string): Promise<{ readonly bytes: number; readonly files: number; readonly at: string }> {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize, ffree, files } = await statfs(at);
      // File systems without a table of files say 0 of 0.
      return { bytes: bavail * bsize, files: files === 0 ? Number.POSITIVE_INFINITY : ffree, at };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || at === dirname(at)) throw error;
    }
  }
}

/** Inodes below which nothing can be made soon. */
const FEW_FILES = 1000;

/** The room where data is kept. */
export async function checkDisk(folder: string, free: typeof freeAt = freeAt): Promise<Finding> {
  const { bytes, files, at } = await free(folder);
  const room = `${(bytes / 1e9).toFixed(1)} GB free at ${at}.`;
  if (bytes < DISK_WRONG_BYTES || files < FEW_FILES) {
    const todo = "Make room now: with a full disk no link and no mail is taken.";
    return wrong("disk", files < FEW_FILES ? `No more files can be made at ${at} (inodes).` : room, todo);
  }
  if (bytes < DISK_WARNING_BYTES) return warning("disk", room, "Make room, or move DATA_DIR to a larger disk.");
  return ok("disk", room);
}

/** Whether the folder of data is closed to others and belongs to this account. */
export async function checkFolder(folder: string): Promise<Finding> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? "unknown");
  if (found === "ENOENT") return warning("data", `${folder} is not there yet.`, "The first start makes it.");
  if (typeof found === "string")
    return wrong("data", `${folder} can't be read (${found}).`, "Run this as Satchel's account.");
  if (!found.isDirectory()) return wrong("data", `${folder} is no folder.`, "Set DATA_DIR to a folder.");
  const uid = process.getuid?.() ?? found.uid;
  if (uid !== found.uid) {
    return wrong("data", `${folder} belongs to user ${found.uid}, and this is ${uid}.`, `chown -R ${uid} ${folder}`);
  }
  if ((found.mode & 0o077) !== 0) {
    return warning("data", `Others on this machine can look into ${folder}.`, `chmod 700 ${folder}`);
  }
  return ok("data", `${folder} is closed to others.`);
}

/** Milliseconds by which a clock may be off: sign-in codes and certificates bear minutes. */
const CLOCK_MS = 60_000;

/** Whether the clock is behind what was written here, or off from a time server's. */
export async function checkClock(
  folder: string,
  now: number,
  askServer: (() => Promise<number>) | undefined,
): Promise<Finding> {
  const todo = "Let the machine keep its time (timedatectl set-ntp true): codes, sessions and certificates go by it.";
  if (askServer !== undefined) {
    try {
      const off = Math.round((await askServer()) / 1000);
      if (Math.abs(off) * 1000 > CLOCK_MS)
        return wrong("clock", `It is ${Math.abs(off)} s ${off < 0 ? "ahead" : "behind"}.`, todo);
      return ok("clock", `It differs by ${Math.abs(off)} s from the time server.`);
    } catch (error) {
      return unknown("clock", `The time server does not answer (${(error as Error).message}).`, "Name another one.");
    }
  }
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0),
  );
  const ahead = Math.max(0, ...times) - now;
  if (ahead > CLOCK_MS)
    return wrong("clock", `Files in ${folder} were written ${Math.round(ahead / 60_000)} minutes from now.`, todo);
  return ok("clock", `It says ${new Date(now).toISOString()}.`, "--time-server <host> compares it with another one.");
}
