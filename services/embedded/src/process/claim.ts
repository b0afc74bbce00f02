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

/** The files of this process' claims. Any other one that names it is what a release could not remove. */
const held = new Set<string>();

/**
 * Claims a data directory for this process, so that a second start on it fails instead of ending the first one's
 * servers. A claim whose process is gone (SIGKILL, power loss) is taken over; one that is being released is waited for.
 * @param waitMs milliseconds to wait for the release
 * @returns releases the claim. It never fails: a file that can't be removed, on a disk that became read-only, claims nothing
 * @throws when another living process holds the claim, or this one does
 */
export async function claimDataDir(
  dataDir: string,
  log: Progress,
  waitMs: number = WAIT_MS,
): Promise<() => Promise<void>> {
  const path = join(dataDir, "owner.json");
  const inUse = (pid: number): string => `${dataDir} is in use by process ${pid}`;
  const refusal = (pid: number): Error => new Error(`${inUse(pid)}: stop it first, or choose another directory`);
  if (held.has(path)) throw refusal(process.pid);
  held.add(path);
  const draft = join(dataDir, `owner.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    const owner: Owner = { pid: process.pid, identity: await processIdentity(process.pid) };
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
    const deadline = Date.now() + waitMs;
    let isWaiting = false;
    while (!(await linkOnce(draft, path))) {
      const other = await readOwner(path);
      if (other === undefined || other.pid === process.pid || !(await isAlive(other))) {
        await rm(path, { force: true });
        continue;
      }
      if (Date.now() > deadline) throw refusal(other.pid);
      if (!isWaiting) log(`${inUse(other.pid)}: waiting for it to end`);
      isWaiting = true;
      await delay(POLL_MS);
    }
  } catch (error) {
    held.delete(path);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    held.delete(path);
    await rm(path, { force: true }).catch(() => undefined);
  };
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
