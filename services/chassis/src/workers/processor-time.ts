import { readFileSync, readlinkSync } from "node:fs";

/** Clock ticks of a second in Linux' accounting of threads (`getconf CLK_TCK`); the same on every architecture of Node. */
const TICKS_PER_SECOND = 100;

/** Numbers of fields in /proc/…/stat (proc(5)): the first one after the name, utime and stime. */
const [AFTER_NAME, USER_TICKS, SYSTEM_TICKS] = [3, 14, 15];

/** The share of passed time that counts as processor time where the system does not report it. */
const SHARE_WHERE_UNKNOWN = 1 / 10;

/** The folder below /proc of the calling thread, or of the process that it is in; undefined where there is no /proc. */
export function procEntry(of: "thread" | "process"): string | undefined {
  try {
    return readlinkSync(of === "thread" ? "/proc/thread-self" : "/proc/self");
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds of processor time of a thread, or of a process with all of its threads: exact to 10 ms on Linux.
 * Elsewhere a tenth of the passed time, because Node 20 can't tell from outside.
 * @param entry of {@link procEntry} in that thread or process
 */
export function processorTimeMs(entry: string | undefined): number {
  if (entry === undefined) return performance.now() * SHARE_WHERE_UNKNOWN;
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, "latin1");
    // The name in parentheses may hold anything, a space and a parenthesis too.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[USER_TICKS - AFTER_NAME]) + Number(fields[SYSTEM_TICKS - AFTER_NAME]);
    return (ticks * 1000) / TICKS_PER_SECOND;
  } catch {
    // It has just ended, which its exit event reports.
    return 0;
  }
}
