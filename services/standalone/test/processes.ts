import { execFileSync } from "node:child_process";

/** Processes and their current descendants, parents before their children. */
export function processTree(...roots: readonly number[]): readonly number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = new Set(roots);
  // The set grows during the loop.
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return [...tree];
}

/** Sends SIGKILL, unless the process has ended. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Processes whose command line contains the folder of an instance's data, such as Haraka, NATS and Postgres. */
export function processesOf(dataDir: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(dataDir) && !line.includes("ps -eo"));
}
