import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Exit } from "@satchel/embedded";
import { eventually } from "./eventually.ts";

/** The services that can be run several times, in the order in which they are upgraded (`deploy/upgrade.sh`). */
export const fleetServices = [
  "identity",
  "folders",
  "links",
  "archive",
  "enrichment",
  "mail-ingest",
  "search",
  "post",
  "gateway",
] as const;
export type FleetService = (typeof fleetServices)[number];

/** Milliseconds for a process to become ready, on a machine under other load. */
const READY_MS = 300_000;
/** Lines of its output that are kept. */
const LINES = 5000;

/** One replica of a service: a process that can be stopped and restarted with the same settings. */
export interface FleetMember {
  /** As in `links 2`. */
  readonly name: string;
  readonly service: FleetService;
  /** Counted from 1. */
  readonly replica: number;
  /** The port of HTTP or SMTP; undefined for other services. */
  readonly port: number | undefined;
  /** The address of `/health/ready`. */
  readonly readyUrl: string;
  /** Undefined while it is down. */
  readonly pid: number | undefined;
  /** Its last lines of output, in all of its runs. */
  readonly lines: readonly string[];
  isReady(): Promise<boolean>;
  /**
   * Starts or restarts it, and waits until it is ready.
   * @param version the folder of the version that is started; default this one. @throws with its output when it ends before
   */
  start(version?: string): Promise<void>;
  /** Sends SIGTERM or another signal, and resolves when the process has ended. Its own children get no signal. */
  stop(signal?: NodeJS.Signals): Promise<Exit | undefined>;
  /** Sends SIGKILL to it and its descendants. */
  killGroup(): void;
}

interface MemberOptions {
  readonly service: FleetService;
  readonly replica: number;
  readonly port: number | undefined;
  readonly operationsPort: number;
  readonly env: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, "../..");

/** A member that is not started yet: the built program, with an environment of its settings only. */
export function createMember(options: MemberOptions): FleetMember {
  const { service, replica, port, operationsPort, env } = options;
  const name = `${service} ${replica}`;
  const readyUrl = `http://127.0.0.1:${operationsPort}/health/ready`;
  const lines: string[] = [];
  let child: ChildProcess | undefined;
  let group: number | undefined;
  let exited: Promise<Exit> | undefined;

  const begin = async (version: string): Promise<void> => {
    const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
    const started = spawn(process.execPath, [join(version, "services", service, "dist/main.js")], {
      env: { PATH, HOME, TMPDIR, ...env, OPERATIONS_PORT: String(operationsPort) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    await once(started, "spawn");
    for (const stream of [started.stdout, started.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (lines.length > LINES) lines.shift();
      });
    }
    child = started;
    group = started.pid;
    exited = new Promise((resolve) =>
      started.once("exit", (code, signal) => {
        if (child === started) child = undefined;
        resolve({ code, signal });
      }),
    );
  };
  const isReady = async (): Promise<boolean> =>
    child !== undefined && (await fetch(readyUrl, { signal: AbortSignal.timeout(2000) })).ok;

  return {
    name,
    service,
    replica,
    port,
    readyUrl,
    lines,
    get pid() {
      return child?.pid;
    },
    isReady: () => isReady().catch(() => false),
    start: async (version = ROOT) => {
      await begin(version);
      const ended = exited?.then(({ code, signal }) => {
        throw new Error(`${name} ended with ${code ?? signal}:\n${lines.slice(-20).join("\n")}`);
      });
      ended?.catch(() => undefined);
      const ready = eventually(isReady, { timeout: READY_MS, interval: 50 }).catch((cause: unknown) => {
        throw new Error(`${name} is not ready:\n${lines.slice(-20).join("\n")}`, { cause });
      });
      await Promise.race([ready, ended]);
    },
    stop: async (signal = "SIGTERM") => {
      child?.kill(signal);
      return exited;
    },
    killGroup: () => {
      if (group === undefined) return;
      try {
        process.kill(-group, "SIGKILL");
      } catch {
        // All have ended.
      }
    },
  };
}
