import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Exit } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";

export interface SpawnOptions {
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
}

export interface SpawnedProgram {
  readonly pid: number;
  /** The lines so far. */
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exited: Promise<Exit>;
  /**
   * The first line of stdout or stderr, past or to come, that matches.
   * @throws when the process ends or `timeout` (default 10,000 ms) passes before; the message holds its output
   */
  readonly waitForLine: (pattern: RegExp, timeout?: number) => Promise<RegExpExecArray>;
  /** Sends a signal, by default SIGTERM, and waits for the end. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<Exit>;
}

// Resolved from here, because the child's working directory may be anywhere.
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const FROM_SOURCE = ["--import", TSX, "--conditions=@satchel/source"];

const SERVICES = join(import.meta.dirname, "../../services");

/**
 * How Node runs a TypeScript file. A program of a service runs as it was built, which takes a quarter of the time to
 * start; what is not built, such as the helpers of tests, runs from source.
 */
export function argumentsFor(path: string): string[] {
  const [service, folder, ...rest] = relative(SERVICES, path).split(sep);
  if (service === ".." || folder !== "src") return [...FROM_SOURCE, path];
  return [join(SERVICES, service as string, "dist", ...rest).replace(/\.ts$/, ".js")];
}

/** How long a process may take to stop by itself at the end of the tests, before it is killed with its children. */
const STOP_TIMEOUT_MS = 5000;

/** Runs a TypeScript file as a process of its own, which ends with the test file at the latest. */
export async function spawnProgram(file: string | URL, options: SpawnOptions = {}): Promise<SpawnedProgram> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const child = spawn(process.execPath, [...argumentsFor(path), ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { ...withoutTestRunner(process.env), ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  await once(child, "spawn");
  const pid = child.pid as number;
  const stdout: string[] = [];
  const stderr: string[] = [];
  const waiting = new Set<(line: string) => void>();
  for (const [stream, lines] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look(line);
    });
  }
  // "close" comes after the last line, "exit" may not.
  const exited = new Promise<Exit>((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));

  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  const killGroup = () => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // all gone
    }
  };
  process.once("exit", killGroup);
  atEnd(async () => {
    const timer = setTimeout(killGroup, STOP_TIMEOUT_MS);
    await kill();
    clearTimeout(timer);
    killGroup();
    process.off("exit", killGroup);
  });

  const waitForLine = (pattern: RegExp, timeout = 10_000) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const give = (settle: () => void) => {
        waiting.delete(look);
        clearTimeout(timer);
        settle();
      };
      const look = (line: string) => {
        const match = pattern.exec(line);
        if (match !== null) give(() => resolve(match));
      };
      const fail = (why: string) => {
        const output = [...stdout, ...stderr].join("\n");
        give(() => reject(new Error(`${path} ${why} without a line like ${pattern}:\n${output}`)));
      };
      const timer = setTimeout(fail, timeout, `went on for ${timeout} ms`);
      waiting.add(look);
      for (const line of [...stdout, ...stderr]) look(line);
      void exited.then(() => fail("ended"));
    });

  return { pid, stdout, stderr, exited, waitForLine, kill };
}

// What Vitest sets for its own workers would make the child believe that it is one.
function withoutTestRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("VITEST") && name !== "NODE_ENV");
  return Object.fromEntries(kept);
}
