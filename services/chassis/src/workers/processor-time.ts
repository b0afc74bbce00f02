import { existsSync, readFileSync } from "node:fs";

/** Clock ticks of a second in Linux' accounting of processes (`getconf CLK_TCK`); the same on every architecture of Node. */
const TICKS_PER_SECOND = 100;

/** Numbers of fields in /proc/…/stat (proc(5)): the first one after the name, utime and stime. */
const [AFTER_NAME, USER_TICKS, SYSTEM_TICKS] = [3, 14, 15];

/** The share of passed time that counts as processor time where the system does not report it. */
const SHARE_WHERE_UNKNOWN = 1 / 10;

const IS_REPORTED = existsSync("/proc/self/stat");

/**
 * Milliseconds of processor time of a process with all of its threads: exact to 10 ms on Linux. Elsewhere a tenth of the
 * passed time, because Node 20 can't tell from outside.
 */
export function processorTimeMs(pid: number | undefined): number {
  if (!IS_REPORTED) return performance.now() * SHARE_WHERE_UNKNOWN;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything, a space and a parenthesis too.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TICKS - AFTER_NAME]) + Number(fields[SYSTEM_TICKS - AFTER_NAME]);
    return (ticks * 1000) / TICKS_PER_SECOND;
  } catch {
    // It has just ended, which its exit event reports.
    return 0;
  }
}
