import { setTimeout as delay } from "node:timers/promises";
import { findProcesses, processIdentity } from "./identity.ts";

const POLL_MS = 10;
/** Milliseconds for a server to end by itself: a checkpoint of Postgres on a slow disk. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Ends the servers that a killed run left. They are found in the list of processes, because a server that was started at the
 * moment of the kill has not written its pid file yet.
 * @param args a part of the command line that only these servers have, such as `--config /data/nats/nats.conf`
 * @returns their process ids
 */
export async function endLeftovers(args: string, stopSignal: NodeJS.Signals): Promise<readonly number[]> {
  const found = new Map<number, string>();
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  for (;;) {
    for (const pid of await findProcesses(args)) {
      const identity = await processIdentity(pid);
      if (identity === undefined) continue;
      if (Date.now() > deadline) send(pid, "SIGKILL");
      else if (!found.has(pid)) send(pid, stopSignal);
      found.set(pid, identity);
    }
    // An ending process has no command line any more, but may still hold its port and its files.
    const living = await Promise.all([...found].map(async ([pid, was]) => (await processIdentity(pid)) === was));
    if (!living.includes(true)) return [...found.keys()];
    await delay(POLL_MS);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it ended by itself in between
  }
}
