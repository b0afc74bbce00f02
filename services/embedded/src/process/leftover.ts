import { setTimeout as delay } from "node:timers/promises";
import { runsWithArgument } from "./identity.ts";

const POLL_MS = 10;

/**
 * Ends a server that an earlier run left behind because that run was killed. Does nothing unless the process really
 * is that server, which `marker`, one of its arguments, proves.
 * @returns whether there was one
 */
export async function endLeftover(
  pid: number,
  marker: string,
  stopSignal: NodeJS.Signals,
  timeoutMs = 10_000,
): Promise<boolean> {
  if (!(await runsWithArgument(pid, marker))) return false;
  const deadline = Date.now() + timeoutMs;
  send(pid, stopSignal);
  while (await runsWithArgument(pid, marker)) {
    if (Date.now() > deadline) send(pid, "SIGKILL");
    await delay(POLL_MS);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended by itself in between
  }
}
