import { mkdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findNatsServer, startPostgres } from "@satchel/embedded";
import { clusterPorts, nodeConfig } from "@satchel/testing";
import { Clock } from "./clock.ts";
import { Disk } from "./disk.ts";
import { type Launch, SupervisedProcess } from "./supervised.ts";

/** Megabytes of their disks: enough for all faults of the table, and small enough for memory. */
const POSTGRES_DISK = 512;
const NATS_DISK = 192;

/** A server, with the parts of it that faults act on. */
export interface Server {
  readonly process: SupervisedProcess;
  readonly port: number;
  readonly disk: Disk;
}

/** The folders of servers, and the library that shifts clocks, if it is installed. */
export interface Place {
  readonly dataDir: string;
  readonly logDir: string;
  readonly faketime: string | undefined;
}

/** One NATS server of a cluster. */
export interface NatsServer extends Server {
  readonly monitorUrl: string;
}

/** Three NATS servers of a cluster, each on a disk of its own. */
export async function startNatsServers({ dataDir, logDir }: Place): Promise<NatsServer[]> {
  const { path } = await findNatsServer({});
  const ports = await clusterPorts(3);
  return Promise.all(
    ports.map(async ({ client, monitor }, n) => {
      const folder = join(dataDir, `nats${n}`);
      const disk = await Disk.at(join(folder, "disk"), NATS_DISK);
      const config = join(folder, "nats.conf");
      // Not advertised: clients would connect past the slow network.
      await writeFile(config, nodeConfig({ ports, n, storeDir: disk.folder, advertise: false }));
      const launch = { file: path, args: ["--config", config], env: {} };
      const process = new SupervisedProcess(`nats-${n}`, launch, join(logDir, `nats-${n}.log`));
      return { process, port: client, disk, monitorUrl: `http://127.0.0.1:${monitor}` };
    }),
  );
}

/** Postgres on a disk and a clock of its own. */
export interface PostgresServer extends Server {
  /** The superuser's address, past the slow network. */
  readonly url: string;
  readonly clock: Clock | undefined;
}

/** Creates a cluster as `npm start` does, and restarts its server under supervision. */
export async function startPostgresServer({ dataDir, logDir, faketime }: Place): Promise<PostgresServer> {
  const folder = join(dataDir, "postgres");
  await mkdir(folder);
  const disk = await Disk.at(join(folder, "disk"), POSTGRES_DISK);
  const clock = faketime === undefined ? undefined : await Clock.at(faketime, join(folder, "clock"));
  const first = await startPostgres({ dataDir: disk.folder });
  const launch = await launchOf(first.pid, { LC_ALL: "C", ...clock?.env });
  await first.stop();
  const process = new SupervisedProcess("postgres", launch, join(logDir, "postgres.log"));
  return { process, port: Number(new URL(first.url).port), disk, url: first.url, clock };
}

/** The command of a running process, with another environment (proc(5)). */
async function launchOf(pid: number, env: Record<string, string>): Promise<Launch> {
  const [file = "", ...args] = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").slice(0, -1);
  const { uid, gid } = await stat(`/proc/${pid}`);
  return { file, args, cwd: await readlink(`/proc/${pid}/cwd`), env, uid, gid };
}
