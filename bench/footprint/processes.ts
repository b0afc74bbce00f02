import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { processTree } from "../../services/standalone/test/processes.ts";

/** Clock ticks a second in which Linux counts processor time (proc(5)). */
const TICKS = 100;

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The fields of `/proc/<pid>/stat` after the program's name: state, parent and so on. */
const statOf = (pid: number): string[] => {
  const stat = read(`/proc/${pid}/stat`);
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

/** Processor time of processes and their descendants, ended ones that were waited for included. */
export function processorSeconds(...roots: readonly number[]): number {
  let ticks = 0;
  // utime, stime, cutime, cstime
  for (const pid of processTree(...roots)) for (const field of statOf(pid).slice(11, 15)) ticks += Number(field);
  return ticks / TICKS;
}

/** The programs whose memory is shown separately, by their command lines; all others are the services. */
const PROGRAMS = { postgres: /postgres/, nats: /nats-server/, haraka: /haraka\/bin/ };

/** Memory of a process and its descendants in MB, by program; a page that several processes share counts once (`Pss`). */
export function memoryMegabytes(root: number): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, megabytes: number): void => void found.set(name, (found.get(name) ?? 0) + megabytes);
  for (const pid of processTree(root)) {
    const megabytes = Number(/^Pss: +(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
    const command = read(`/proc/${pid}/cmdline`);
    const [program = "services"] = Object.entries(PROGRAMS).find(([, pattern]) => pattern.test(command)) ?? [];
    add("all", megabytes);
    add(program, megabytes);
  }
  return found;
}

/** The size of a folder on the disk. */
export const diskMegabytes = (folder: string): number =>
  Number(execFileSync("du", ["-sk", folder], { encoding: "utf8" }).split("\t")[0]) / 1024;
