import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const onLinux = process.platform === "linux";
/** Octets of the list of all processes, command lines included. */
const PS_BYTES = 16 * 1024 * 1024;

/**
 * A text that distinguishes a process from any later one with the same id: where there is a /proc, the boot and the
 * start time in clock ticks (proc(5), field 22 of stat), else the start time of ps.
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
 * The processes with `args` at the end of their command line, as whole words with one space between them. Zombies and
 * this process are left out.
 * @returns their ids
 */
export async function findProcesses(args: string): Promise<readonly number[]> {
  const listed = await (onLinux ? commandsFromProc() : commandsFromPs());
  return listed
    .filter(({ pid, command }) => pid !== process.pid && `${command} `.includes(`${args} `))
    .map(({ pid }) => pid);
}

interface Command {
  readonly pid: number;
  readonly command: string;
}

async function commandsFromProc(): Promise<readonly Command[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pids.map(async (pid) => {
      // It may have ended since the folder was listed.
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return { pid, command: line.replaceAll("\0", " ").trimEnd() };
    }),
  );
}

async function commandsFromPs(): Promise<readonly Command[]> {
  const { stdout } = await run("ps", ["-axww", "-o", "pid=,args="], { maxBuffer: PS_BYTES });
  return [...stdout.matchAll(/^\s*(\d+) (.*)$/gm)].map(([, pid, command = ""]) => ({ pid: Number(pid), command }));
}

/**
 * Whether the kernel knows the number as a process, a zombie included: what Postgres takes for a living server when it
 * finds the number in its lock file (PostgreSQL source, miscinit.c, CreateLockFile).
 */
export function isKnownProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
