import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

export const isRoot = process.getuid?.() === 0;
export const NOBODY = { uid: 65534, gid: 65534 };

/** A directory that goes at the end of the test, or of what else `atEnd` says. 0700: only its owner can pass it. */
export async function tempDir(
  mode = 0o700,
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `satchel-test-${process.pid}-`)));
  await chmod(path, mode);
  atEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}

interface StartedServer {
  readonly url: string;
  readonly pid: number;
}

/** Runs `start.ts` as a process of its own, as another user if so asked. */
export async function startElsewhere<T = StartedServer>(
  name: string,
  options: object,
  account: { uid?: number; gid?: number } = {},
): Promise<{ parent: ChildProcess; started: T }> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const program = join(import.meta.dirname, "start.ts");
  const parent = spawn(process.execPath, ["--import", tsx, program, name, JSON.stringify(options)], {
    ...account,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SATCHEL_CACHE: process.env.SATCHEL_CACHE },
  });
  const errors = text(parent.stderr!);
  const line = await Promise.race([
    once(parent.stdout!, "data").then(([chunk]) => String(chunk)),
    once(parent, "exit").then(async () => Promise.reject(new Error(await errors))),
  ]);
  const started = JSON.parse(line) as T & { pid?: number };
  onTestFinished(async () => {
    parent.kill();
    while (started.pid !== undefined && (await runs(started.pid))) await delay(10);
  });
  return { parent, started };
}

/** Sends SIGKILL, as the out-of-memory killer does. */
export async function killHard(parent: ChildProcess): Promise<void> {
  const ended = once(parent, "exit");
  parent.kill("SIGKILL");
  await ended;
}

/** Whether the process runs; a zombie does not. */
export async function runs(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => " Z ");
  return !stat.includes(" Z ");
}

/** A process that has ended and that its parent never collects, until the end of the test. @returns its id */
export async function startZombie(account: { uid?: number; gid?: number }): Promise<number> {
  const parent = spawn("sh", ["-c", "true & echo $!; exec sleep 600"], {
    ...account,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => killHard(parent));
  const pid = Number(String((await once(parent.stdout, "data"))[0]));
  while (await runs(pid)) await delay(10);
  return pid;
}
