import { chown, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { START_MS } from "@satchel/contracts";
import { claimDataDir } from "../process/claim.ts";
import { freePort } from "../process/free-port.ts";
import { isKnownProcess } from "../process/identity.ts";
import { endLeftovers } from "../process/leftover.ts";
import { passwordOnce } from "../process/create-once.ts";
import { privateDir } from "../process/private-dir.ts";
import { type Account, withCleanUp, lastLines, type ServerProcess, spawnServer, whenReady } from "../process/server.ts";
import { announceSlow, type Progress } from "../progress.ts";
import { postgresAccount } from "./account.ts";
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts";
import { ensureCluster, pathFor, POSTGRES_DATABASE, POSTGRES_USER } from "./cluster.ts";
import { SETTINGS } from "./settings.ts";

export interface PostgresOptions {
  /** Holds the cluster, the password and the log; made with mode 0700. */
  readonly dataDir: string;
  /** On 127.0.0.1. Default 0: any free port. */
  readonly port?: number;
  /** Server settings beside or instead of the built-in ones. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: Progress;
}

/** `stop` is a fast shutdown: open transactions are rolled back. `kill` is a SIGKILL, for rehearsing a crash. */
export interface RunningPostgres extends ServerProcess {
  /** The superuser's, of the database `satchel`: `postgres://satchel:…@127.0.0.1:5432/satchel`. */
  readonly url: string;
}

/** Milliseconds between two attempts, while the backends of a killed server still hold its shared memory. */
const RETRY_MS = 50;
/** "Fast shutdown" (PostgreSQL manual, 18.5). */
const STOP_SIGNAL = "SIGINT";

/**
 * Starts PostgreSQL 18 on its own directory, making the cluster and the database `satchel` first if need be. Works as
 * root, where the server runs as another account, and as any other user. Servers of a killed run on that directory are
 * ended first.
 * @throws when the directory is in use by a living process, or the server does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { log = () => {} } = options;
  const dataDir = await privateDir(options.dataDir);
  const release = await claimDataDir(dataDir, log);
  try {
    const cluster = join(dataDir, "cluster");
    const account = await postgresAccount(cluster);
    const binaries = await postgresBinaries({ account });
    const passwordFile = join(dataDir, "password");
    const password = await passwordOnce(passwordFile);
    if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
    const durable = options.settings?.fsync !== "off";
    const creating = ensureCluster(cluster, passwordFile, binaries, account, durable);
    await announceSlow(log, "Making the database cluster", creating);

    const launch = { binaries, account, cluster, dataDir, settings: options.settings ?? {}, log };
    const starting = startServer(launch, options.port || undefined);
    const { server, port } = await announceSlow(log, "Waiting for PostgreSQL to accept connections", starting);
    const url = `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${POSTGRES_DATABASE}`;
    return { ...withCleanUp(server, release), url };
  } catch (error) {
    await release();
    throw error;
  }
}

interface Launch {
  readonly binaries: PostgresBinaries;
  readonly account: Account | undefined;
  readonly cluster: string;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Progress;
}

// A setting of ours that Postgres ignores: it marks the process list, so that the next start recognises the server.
const marker = (dataDir: string) => `satchel.data_dir=${dataDir}`;

async function startServer(
  launch: Launch,
  fixedPort: number | undefined,
): Promise<{ server: ServerProcess; port: number }> {
  const deadline = Date.now() + START_MS;
  const logFile = join(launch.dataDir, "postgres.log");
  for (;;) {
    await endEarlierServers(launch);
    const port = fixedPort ?? (await freePort());
    const settings = Object.entries({ ...SETTINGS, ...launch.settings, port: String(port) });
    const all = [marker(launch.dataDir), ...settings.map(([name, value]) => `${name}=${value}`)];
    const server = await spawnServer({
      file: launch.binaries.postgres,
      args: ["-D", pathFor(launch.cluster, launch.account), ...all.flatMap((setting) => ["-c", setting])],
      cwd: launch.cluster,
      logFile,
      stopSignal: STOP_SIGNAL,
      account: launch.account,
    });
    if (await whenReady(server, () => acceptsConnections(launch.cluster, server.pid))) {
      return { server, port };
    }
    await server.kill();
    const fault = await lastLines(logFile);
    if (Date.now() > deadline || !isTransient(fault, fixedPort)) {
      throw new Error(`Postgres did not start (its log is ${logFile}):\n${fault}`);
    }
    await delay(RETRY_MS);
  }
}

// Another process took the free port, the last backends of a killed server are still ending, or that server has just
// started.
const isTransient = (fault: string, fixedPort: number | undefined) =>
  /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(fault) ||
  (fixedPort === undefined && /could not bind/.test(fault));

// What pg_ctl does: the last line of postmaster.pid is the server's state (PostgreSQL source, miscadmin.h).
async function acceptsConnections(cluster: string, pid: number): Promise<true | undefined> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready" ? true : undefined;
}

async function endEarlierServers({ dataDir, cluster, log }: Launch): Promise<void> {
  for (const pid of await endLeftovers(`-c ${marker(dataDir)}`, STOP_SIGNAL)) {
    log(`Ended the Postgres server that an earlier run left behind (process ${pid})`);
  }
  // No server of ours runs now. If another process or a zombie has the id in its file, Postgres would take that for a
  // running server and refuse to start.
  const pidFile = join(cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (pid > 0 && isKnownProcess(pid)) await rm(pidFile, { force: true });
}
