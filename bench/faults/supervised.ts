import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../../services/standalone/test/processes.ts";

/** Milliseconds before an ended process is restarted, as systemd or compose would do. */
export const RESTART_MS = 1000;

/** The command of a process. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

/** A process that is restarted whenever it ends. */
export class SupervisedProcess {
  readonly name: string;
  readonly #launch: Launch;
  readonly #logFile: string;
  #child: ChildProcess | undefined;
  #isStopped = false;
  /** How often it was started. */
  starts = 0;

  /** @param logFile gets its output */
  constructor(name: string, launch: Launch, logFile: string) {
    this.name = name;
    this.#launch = launch;
    this.#logFile = logFile;
    void this.#keepRunning();
  }

  async #keepRunning(): Promise<void> {
    const { file, args, ...options } = this.#launch;
    while (!this.#isStopped) {
      const log = openSync(this.#logFile, "a");
      this.#child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log, log] });
      closeSync(log);
      this.starts++;
      await once(this.#child, "exit");
      this.#child = undefined;
      if (!this.#isStopped) await sleep(RESTART_MS);
    }
  }

  /** Sends a signal to the process and its descendants, as to a container. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.#child?.pid === undefined) return;
    for (const pid of processTree(this.#child.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in between.
      }
    }
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, "exit");
    await this.signal("SIGKILL");
    await ended;
  }
}
