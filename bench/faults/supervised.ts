import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds after which an ended process is started again, as systemd or compose would. */
export const RESTART_MS = 1000;

/** How a process is started. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

/** A process that is started again whenever it ends. */
export class Supervised {
  readonly name: string;
  readonly #launch: Launch;
  readonly #logFile: string;
  #child: ChildProcess | undefined;
  #stopped = false;
  /** How often it was started. */
  starts = 0;

  /** @param logFile takes what it says */
  constructor(name: string, launch: Launch, logFile: string) {
    this.name = name;
    this.#launch = launch;
    this.#logFile = logFile;
    void this.#keepRunning();
  }

  async #keepRunning(): Promise<void> {
    const { file, args, ...options } = this.#launch;
    while (!this.#stopped) {
      const log = openSync(this.#logFile, "a");
      this.#child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log, log] });
      closeSync(log);
      this.starts++;
      await once(this.#child, "exit");
      this.#child = undefined;
      if (!this.#stopped) await sleep(RESTART_MS);
    }
  }

  /** Sends a signal to the process and all that it started, as to a container. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.#child?.pid === undefined) return;
    for (const pid of await treeOf(this.#child.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in between.
      }
    }
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, "exit");
    await this.signal("SIGKILL");
    await ended;
  }
}

/** A process and its descendants, parents first. proc(5), fields 1, 2 and 4 of stat. */
async function treeOf(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}
