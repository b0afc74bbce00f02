import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Removes the temporary directories of killed tests, and ends the servers that still run on them. The name of such a directory
 * contains the id of its process; those of running processes stay.
 */
export function removeLeftovers(folder = tmpdir()) {
  const left = readdirSync(folder)
    .filter((name) => !isAlive(Number(/^satchel-[a-z]+-(\d+)-/.exec(name)?.[1] ?? process.pid)))
    .map((name) => join(folder, name));
  if (left.length === 0) return;
  for (const [pid, commandLine] of processes()) {
    if (left.some((path) => commandLine.includes(`${path}/`))) kill(pid);
  }
  for (const path of left) rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "); // a zombie
  } catch {
    return true; // no /proc here
  }
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** @returns {[number, string][]} */
function processes() {
  if (!existsSync("/proc/self/cmdline")) {
    const lines = execFileSync("ps", ["-ww", "-axo", "pid=,args="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => [Number.parseInt(line, 10), line]);
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return [Number(pid), readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", "\n")];
      } catch {
        return [Number(pid), ""];
      }
    });
}
