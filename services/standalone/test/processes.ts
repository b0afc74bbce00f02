import { execFileSync } from "node:child_process";

/** A running process and all that descend from it, as they are right now, parents before their children. */
export function processTree(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  // The list grows while it is walked through.
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
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
