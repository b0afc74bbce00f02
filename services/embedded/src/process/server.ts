import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rename, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { START_MS } from "@satchel/contracts";

/** The numeric user and group that a server runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** How a server ended: one of the two is set. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that runs as a child of this process. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended for any reason. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Asks it to end and waits; after `STOP_TIMEOUT_MS` it is killed. Safe to call again. */
  readonly stop: () => Promise<void>;
  /** SIGKILL, and waits: what a crash or the out-of-memory killer does. */
  readonly kill: () => Promise<void>;
}

interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Takes stdout and stderr. A file, not a pipe: writing into the pipe of a dead parent would end the server too. */
  readonly logFile: string;
  readonly stopSignal: NodeJS.Signals;
  readonly account?: Account | undefined;
  /** Variables of its environment beside the locale. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds for a server to end by itself: a checkpoint of Postgres on a slow disk. */
const STOP_TIMEOUT_MS = 10_000;
/** Octets of a log above which the next start renames it; one older file is kept. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const POLL_MS = 3;

// The servers to end when this process exits without having stopped them. After a SIGKILL the next start ends them.
const running = new Map<ChildProcess, NodeJS.Signals>();
process.on("exit", () => {
  for (const [child, signal] of running) child.kill(signal);
});

/**
 * Starts a server in its own process group, so that Ctrl-C in a terminal reaches this process only, which then stops
 * its servers in the right order. The environment is not inherited: it may hold secrets.
 * @throws when the file cannot be executed
 */
export async function spawnServer(command: ServerCommand): Promise<ServerProcess> {
  await rotateLargeLog(command.logFile);
  const log = await open(command.logFile, "a", 0o600);
  try {
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: { LC_ALL: "C", ...command.env },
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...command.account,
    });
    const exited = new Promise<Exit>((resolve) => {
      child.once("exit", (code, signal) => {
        running.delete(child);
        resolve({ code, signal });
      });
    });
    await once(child, "spawn");
    running.set(child, command.stopSignal);
    return {
      pid: child.pid as number,
      exited,
      stop: async () => {
        child.kill(command.stopSignal);
        const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
        await exited;
        clearTimeout(force);
      },
      kill: async () => {
        child.kill("SIGKILL");
        await exited;
      },
    };
  } finally {
    await log.close();
  }
}

/** The same server; `cleanUp` runs when it has ended, and belongs to its end. */
export function withCleanUp(server: ServerProcess, cleanUp: () => Promise<void>): ServerProcess {
  const exited = server.exited.then(async (exit) => {
    await cleanUp();
    return exit;
  });
  const ended = (end: () => Promise<void>) => async () => {
    await end();
    await exited;
  };
  return { pid: server.pid, exited, stop: ended(server.stop), kill: ended(server.kill) };
}

/**
 * Polls until `probe` returns a value. `probe` must be cheap: it runs every few milliseconds.
 * @returns the value, or undefined when the server ended first or `START_MS` passed
 */
export async function whenReady<T>(server: ServerProcess, probe: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = Date.now() + START_MS;
  let isEnded = false;
  void server.exited.then(() => (isEnded = true));
  while (!isEnded && Date.now() < deadline) {
    const value = await probe();
    if (value !== undefined) return value;
    await delay(POLL_MS);
  }
  return undefined;
}

/** The last lines of a server's log, for an error at its start. */
export async function lastLines(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-12).join("\n");
}

async function rotateLargeLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}
