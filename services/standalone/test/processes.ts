import { execFileSync } from "node:child_process";

/** Running processes and all that descend from them, as they are right now, parents before their children. */
export function processTree(...roots: readonly number[]): readonly number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = new Set(roots);
  // The set grows while it is walked through.
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return [...tree];
}

/** SIGKILL; one that has ended by itself is no fault. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Processes whose command line names an instance's data: Haraka, NATS and Postgres among them. */
export function processesOf(dataDir: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(dataDir) && !line.includes("ps -eo"));
}
