import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { claimDataDir } from "../process/claim.ts";
import { endLeftovers } from "../process/leftover.ts";
import { passwordOnce } from "../process/create-once.ts";
import { privateDir } from "../process/private-dir.ts";
import { withCleanUp, lastLines, type ServerProcess, spawnServer, whenReady } from "../process/server.ts";
import { announceSlow, type Progress } from "../progress.ts";
import { NATS_USER, type NatsUser, renderNatsConfig } from "./config.ts";
import { findNatsServer } from "./find.ts";

export interface NatsOptions {
  /** Holds the store, the password, the configuration and the log; made with mode 0700. */
  readonly dataDir: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Of the HTTP monitoring. Default 0: any free port. */
  readonly monitorPort?: number;
  /** The program to run; default: what `findNatsServer` finds. */
  readonly bin?: string;
  /** Users beside the one with all permissions. */
  readonly users?: readonly NatsUser[];
  readonly log?: Progress;
}

/** `kill` is a SIGKILL, for rehearsing a crash. */
export interface RunningNats extends ServerProcess {
  /** With user and password: `nats://satchel:…@127.0.0.1:4222`. */
  readonly url: string;
  readonly monitorUrl: string;
  readonly storeDir: string;
}

const STOP_SIGNAL = "SIGTERM";
/**
 * Percent of the live heap by which Go's heap grows before a collection; Go's default is 100. A fixed limit (`GOMEMLIMIT`)
 * would keep the collector running for a journal whose index comes near to it.
 */
const GARBAGE_PERCENT = 50;

/**
 * Starts a NATS server with JetStream on its own directory, for this machine alone. Servers of a killed run on that
 * directory are ended first; the data stays.
 * @throws when the directory is in use by a living process, no server can be found, or it does not come up
 */
export async function startNats(options: NatsOptions): Promise<RunningNats> {
  const { log = () => {} } = options;
  const bin = options.bin ?? (await findNatsServer({ log })).path;
  const dataDir = await privateDir(options.dataDir);
  const release = await claimDataDir(dataDir, log);
  try {
    const configFile = join(dataDir, "nats.conf");
    const pidFile = join(dataDir, "nats.pid");
    await endEarlierServers(configFile, log);
    await removePortsFiles(dataDir);
    const password = await passwordOnce(join(dataDir, "password"));
    const storeDir = join(dataDir, "store");
    const config = renderNatsConfig({
      port: options.port || -1,
      monitorPort: options.monitorPort || -1,
      password,
      storeDir,
      portsDir: dataDir,
      pidFile,
      ...(options.users === undefined ? {} : { users: options.users }),
    });
    await rm(configFile, { force: true });
    await writeFile(configFile, config, { mode: 0o600 });

    const logFile = join(dataDir, "nats.log");
    const server = await spawnServer({
      file: bin,
      args: ["--config", configFile],
      cwd: dataDir,
      logFile,
      stopSignal: STOP_SIGNAL,
      env: { GOGC: String(GARBAGE_PERCENT) },
    });
    const ports = await announceSlow(log, "Waiting for NATS to read its journal", readPorts(server, bin, dataDir));
    if (ports === undefined) {
      await server.kill();
      throw new Error(`The NATS server did not start (its log is ${logFile}):\n${await lastLines(logFile)}`);
    }
    return {
      ...withCleanUp(server, release),
      url: ports.nats.replace("nats://", `nats://${NATS_USER}:${password}@`),
      monitorUrl: ports.monitoring,
      storeDir,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Ports {
  readonly nats: string;
  readonly monitoring: string;
}

// The server writes this file when JetStream is up and all listeners are open.
async function readPorts(server: ServerProcess, bin: string, dataDir: string): Promise<Ports | undefined> {
  const portsFile = join(dataDir, `${basename(bin)}_${server.pid}.ports`);
  return whenReady(server, async () => {
    const text = await readFile(portsFile, "utf8").catch(() => "");
    try {
      const ports = JSON.parse(text) as { nats?: string[]; monitoring?: string[] };
      const [nats] = ports.nats ?? [];
      const [monitoring] = ports.monitoring ?? [];
      return nats === undefined || monitoring === undefined ? undefined : { nats, monitoring };
    } catch {
      return undefined; // missing, or written in part
    }
  });
}

async function endEarlierServers(configFile: string, log: Progress): Promise<void> {
  for (const pid of await endLeftovers(`--config ${configFile}`, STOP_SIGNAL)) {
    log(`Ended the NATS server that an earlier run left behind (process ${pid})`);
  }
}

async function removePortsFiles(dataDir: string): Promise<void> {
  const stale = (await readdir(dataDir)).filter((name) => name.endsWith(".ports"));
  await Promise.all(stale.map((name) => rm(join(dataDir, name), { force: true })));
}
