import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const pidFile = (folder: string): string => join(folder, "haraka.pid");

/** Notes which process runs on an instance folder. */
export const rememberProcess = (folder: string, pid: number): Promise<void> => writeFile(pidFile(folder), `${pid}\n`);

/** Forgets it after its end. */
export const forgetProcess = (folder: string): Promise<void> => rm(pidFile(folder), { force: true });

/**
 * Ends the Haraka that an earlier run left on this instance folder, if one lives: it ends by itself when its parent is gone, but a
 * stuck one would hold the port. A process that only got the same number is left alone.
 * @returns its process id, when there was one
 */
export async function endOrphan(folder: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile(folder), "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid < 2 || !(await commandOf(pid)).includes(folder)) return undefined;
  try {
    process.kill(pid, "SIGKILL");
    // By its command line, which a zombie that nobody collects has no more, though signals still reach it.
    while ((await commandOf(pid)).includes(folder)) await sleep(10);
  } catch {
    // It is gone.
  }
  await forgetProcess(folder);
  return pid;
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch {
    // No /proc on this system, or no such process.
    return promisify(execFile)("ps", ["-p", String(pid), "-o", "args="]).then(
      ({ stdout }) => stdout,
      () => "",
    );
  }
}
