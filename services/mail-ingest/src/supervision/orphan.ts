import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const pidFile = (folder: string): string => join(folder, "haraka.pid");

/** Stores the id of the process that uses an instance folder. */
export const rememberProcess = (folder: string, pid: number): Promise<void> => writeFile(pidFile(folder), `${pid}\n`);

/** Removes the stored process id. */
export const forgetProcess = (folder: string): Promise<void> => rm(pidFile(folder), { force: true });

/**
 * Ends a Haraka that an earlier run has left with this instance folder. It should have ended with its parent, but a stuck one keeps the
 * port. Another process with the same id is not touched.
 * @returns its process id, when there was one
 */
export async function endOrphan(folder: string): Promise<number | undefined> {
  const pid = Number(await readFile(pidFile(folder), "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid < 2 || !(await commandOf(pid)).includes(folder)) return undefined;
  try {
    process.kill(pid, "SIGKILL");
    while (!(await hasEnded(pid))) await sleep(10);
  } catch {
    // It has ended.
  }
  await forgetProcess(folder);
  return pid;
}

/**
 * Whether a process has ended and released its ports. This includes a zombie, which accepts signals until its parent collects it.
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
