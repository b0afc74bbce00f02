import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const onLinux = process.platform === "linux";

/**
 * A text that tells a process from any later one that gets the same id: where there is a /proc, the boot and the
 * start time in clock ticks (proc(5), field 22 of stat), else the start time that ps shows.
 * @returns undefined when no such process runs; a zombie does not run.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  return onLinux ? identityFromProc(pid) : identityFromPs(pid);
}

async function identityFromProc(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The second field is the program's name in brackets, which may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}

async function identityFromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)]);
    const line = stdout.trim();
    return line === "" || line.startsWith("Z") ? undefined : line.replace(/^\S+\s+/, "");
  } catch {
    return undefined;
  }
}

/**
 * Whether the process with this id runs and was started with an argument that holds `marker`. A pid file alone proves
 * nothing: after a crash the id may belong to a stranger.
 */
export async function runsWithArgument(pid: number, marker: string): Promise<boolean> {
  try {
    if (onLinux) return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").includes(marker);
    return (await run("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout.includes(marker);
  } catch {
    return false;
  }
}
