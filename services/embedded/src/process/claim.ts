import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Progress } from "../progress.ts";
import { linkOnce } from "./create-once.ts";
import { processIdentity } from "./identity.ts";

interface Owner {
  readonly pid: number;
  readonly identity: string | undefined;
}

/** Milliseconds for an earlier run to shut down. */
const WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Claims a data directory for this process, so that a second start on it fails instead of ending the first one's
 * servers. A claim whose process is gone (SIGKILL, power loss) is taken over; one that is being released is waited for.
 * @param waitMs milliseconds to wait for the release
 * @returns releases the claim
 * @throws when another living process holds the claim, or this one does
 */
export async function claimDataDir(
  dataDir: string,
  log: Progress,
  waitMs: number = WAIT_MS,
): Promise<() => Promise<void>> {
  const path = join(dataDir, "owner.json");
  const draft = join(dataDir, `owner.${process.pid}.${Math.random().toString(36).slice(2)}`);
  const owner: Owner = { pid: process.pid, identity: await processIdentity(process.pid) };
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    const deadline = Date.now() + waitMs;
    let isWaiting = false;
    while (!(await linkOnce(draft, path))) {
      const other = await readOwner(path);
      if (other === undefined || !(await isAlive(other))) {
        await rm(path, { force: true });
        continue;
      }
      if (other.pid === process.pid || Date.now() > deadline) {
        throw new Error(`${dataDir} is in use by process ${other.pid}: stop it first, or choose another directory`);
      }
      if (!isWaiting) log(`${dataDir} is in use by process ${other.pid}: waiting for it to end`);
      isWaiting = true;
      await delay(POLL_MS);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(path, { force: true });
}

async function readOwner(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Owner;
  } catch {
    return undefined;
  }
}

async function isAlive(owner: Owner): Promise<boolean> {
  const identity = await processIdentity(owner.pid);
  return identity !== undefined && identity === owner.identity;
}
