import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Exit } from "@satchel/embedded";
import { bundle } from "../../scripts/lib/bundle.mjs";
import { atEnd } from "./at-end.ts";
import { PATIENCE_MS } from "./eventually.ts";

export interface SpawnOptions {
  /** Variables besides the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** What comes by standard input; without it, nothing does. */
  readonly input?: string;
}

export interface SpawnedProgram {
  readonly pid: number;
  /** The lines so far. */
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly exited: Promise<Exit>;
  /**
   * The first past or future line of stdout or stderr that matches.
   * @throws with its output when the process ends before, or after `timeout` milliseconds (default {@link PATIENCE_MS})
   */
  readonly waitForLine: (pattern: RegExp, timeout?: number) => Promise<RegExpExecArray>;
  /** Sends a signal, by default SIGTERM, and waits for the end. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<Exit>;
}

const ROOT = join(import.meta.dirname, "../..");
/** The source of a program, by its path in the repository. */
const PROGRAM = /^(services\/[^/]+|cli)\/src\/(.+)\.ts$/;
const BUNDLES = join(ROOT, "node_modules/.cache/satchel-tests", String(process.pid));

/**
 * The JavaScript of a TypeScript file. Programs of packages are built already; others, such as those of tests, are bundled in
 * the same way, because a start from source takes four times as long.
 */
async function compile(path: string): Promise<string> {
  const [, owner, program] = PROGRAM.exec(relative(ROOT, path).split(sep).join("/")) ?? [];
  if (owner !== undefined && program !== undefined) return join(ROOT, owner, "dist", `${program}.js`);
  const outfile = join(BUNDLES, `${createHash("sha256").update(path).digest("hex")}.mjs`);
  const bundled = bundles.get(path) ?? bundle(path, outfile);
  bundles.set(path, bundled);
  await bundled;
  return outfile;
}

/** The bundles of this run. A file is written once, so never while a process is running from it. */
const bundles = new Map<string, Promise<void>>();

/** Kill what is still running of each spawned program. */
const groups = new Set<() => void>();

process.once("exit", () => {
  for (const killGroup of groups) killGroup();
  rmSync(BUNDLES, { recursive: true, force: true });
});

/** Milliseconds for a process to stop at the end of the tests, before it is killed with its children. */
const STOP_TIMEOUT_MS = 5000;

/** Runs a TypeScript file as a process of its own, which ends with the test file at the latest. */
export async function spawnProgram(file: string | URL, options: SpawnOptions = {}): Promise<SpawnedProgram> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const child = spawn(process.execPath, [await compile(path), ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { ...withoutTestRunner(process.env), ...options.env },
    stdio: "pipe",
    detached: true,
  });
  await once(child, "spawn");
  child.stdin.on("error", () => undefined).end(options.input);
  const pid = child.pid as number;
  const stdout: string[] = [];
  const stderr: string[] = [];
  const waiting = new Set<(line: string) => void>();
  for (const [stream, lines] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      for (const check of waiting) check(line);
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
      // All have ended.
    }
  };
  groups.add(killGroup);
  atEnd(async () => {
    const timer = setTimeout(killGroup, STOP_TIMEOUT_MS);
    await kill();
    clearTimeout(timer);
    killGroup();
    groups.delete(killGroup);
  });

  const waitForLine = (pattern: RegExp, timeout = PATIENCE_MS) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const give = (settle: () => void) => {
        waiting.delete(check);
        clearTimeout(timer);
        settle();
      };
      const check = (line: string) => {
        const match = pattern.exec(line);
        if (match !== null) give(() => resolve(match));
      };
      const fail = (why: string) => {
        const output = [...stdout, ...stderr].join("\n");
        give(() => reject(new Error(`${path} ${why} without a line like ${pattern}:\n${output}`)));
      };
      const timer = setTimeout(fail, timeout, `went on for ${timeout} ms`);
      waiting.add(check);
      for (const line of [...stdout, ...stderr]) check(line);
      void exited.then(() => fail("ended"));
    });

  return { pid, stdout, stderr, exited, waitForLine, kill };
}

// With the variables of Vitest's workers, the child would behave like one.
function withoutTestRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("VITEST") && name !== "NODE_ENV");
  return Object.fromEntries(kept);
}
