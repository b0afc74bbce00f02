import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Logger, mails, mailTimes, tracingEnvironment } from "@satchel/chassis";
import { HARAKA_HEAP_MB, HARAKA_YOUNG_HEAP_MB } from "../limits.ts";
import { CONNECTION, type PluginMessage } from "../plugin/lifetime.ts";
import { forwardLine } from "./log-lines.ts";

const require = createRequire(import.meta.url);
const HARAKA = join(dirname(require.resolve("haraka/package.json")), "bin", "haraka");

/** File URL of our plugin's built module: this file has the same depth in src and in dist. */
export const PLUGIN_URL = new URL("../../dist/plugin/index.js", import.meta.url).href;

/** A running Haraka. */
export interface HarakaProcess {
  readonly child: ChildProcess;
  /** Whether it takes connections; false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Whether it can store mail. Before, it answers mails 451. */
  isStoring(): boolean;
  /** Hands a connection over to it, of which nothing was read. */
  take(connection: Socket): void;
  /** Connections that were handed over and not taken yet. */
  untaken(): number;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

interface HarakaOptions {
  /** The instance folder. */
  readonly folder: string;
  readonly settings: Record<string, string>;
  readonly logger: Logger;
  /** Called for each connection that has ended. */
  readonly onClosed: () => void;
}

/**
 * Starts Haraka. Over its IPC channel it gets its connections, reports, and notices when this process ends.
 */
export function spawnHaraka({ folder, settings, logger, onClosed }: HarakaOptions): HarakaProcess {
  const { PATH = "", NODE_EXTRA_CA_CERTS } = process.env;
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${HARAKA_HEAP_MB}`,
      `--max-semi-space-size=${HARAKA_YOUNG_HEAP_MB}`,
      // Node 20 warns of loading an ES module by require(), which is how Haraka loads our plugin.
      "--disable-warning=ExperimentalWarning",
      HARAKA,
      "-c",
      folder,
    ],
    {
      cwd: folder,
      env: {
        PATH,
        ...tracingEnvironment(process.env),
        ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  for (const [stream, level] of [[child.stdout, "debug"] as const, [child.stderr, "warn"] as const]) {
    if (stream !== null) createInterface(stream).on("line", (line) => forwardLine(logger, line, level));
  }
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => {
      logger.error({ err: error }, "Haraka can't be started");
      resolve({ code: null, signal: null });
    });
  });
  let storing = false;
  // Both processes have a connection open until Haraka has it. What Node passes on could be lost with a process that dies.
  const untaken: Socket[] = [];
  const ready = Promise.race([
    new Promise<true>((resolve) => {
      child.on("message", (message: PluginMessage) => {
        if (message.kind === "ready") resolve(true);
        else if (message.kind === "storing") storing = true;
        else if (message.kind === "taken") untaken.shift()?.destroy();
        else if (message.kind === "closed") onClosed();
        else count(message);
      });
    }),
    exited.then(() => false),
  ]);
  const take = (connection: Socket): void => {
    untaken.push(connection);
    child.send(CONNECTION, connection, { keepOpen: true }, () => undefined);
  };
  // Their clients try again, as after any broken connection.
  void exited.then(() => untaken.forEach((connection) => connection.destroy()));
  return { child, ready, isStoring: () => storing, take, untaken: () => untaken.length, exited };
}

/** Counts a mail here, because Haraka, which strangers connect to, has no port for metrics. */
function count({ outcome, seconds }: Extract<PluginMessage, { kind: "answered" }>): void {
  mails.inc({ outcome });
  mailTimes.observe(seconds);
}
