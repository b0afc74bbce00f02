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
 * Ends the Haraka that an earlier run has left on this instance folder, if it still runs: it ends by itself when its parent is gone, but
 * a stuck one would keep the port. Another process that got the same id is left alone.
 * @returns its process id, when there was one
 */
export async function endOrphan(folder: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile(folder), "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid < 2 || !(await commandOf(pid)).includes(folder)) return undefined;
  try {
    process.kill(pid, "SIGKILL");
    while (!(await hasEnded(pid))) await sleep(10);
  } catch {
    // It is gone.
  }
  await forgetProcess(folder);
  return pid;
}

/**
 * Whether a process has ended and released its ports. A zombie has, though it takes signals until its parent collects it.
 */
async function hasEnded(pid: number): Promise<boolean> {
  // The state stands behind the program's name in brackets (proc(5), stat).
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  if (stat !== "") return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
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
