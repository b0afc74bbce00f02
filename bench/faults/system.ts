import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectBus, createLogger, type Journal, openJournal, openPool, type Pool } from "@satchel/chassis";
import {
  atEnd,
  eventually,
  fleetServices,
  type FleetService,
  freePort,
  areConnected,
  startHttpServer,
  tempDir,
} from "@satchel/testing";
import { Clock, findFaketime } from "./clock.ts";
import { Disk } from "./disk.ts";
import { type NatsServer, type PostgresServer, startNatsServers, startPostgresServer } from "./servers.ts";
import { Network } from "./slow-network.ts";
import { SupervisedProcess } from "./supervised.ts";

/** A service, with the parts of it that faults act on. */
export interface Service {
  readonly name: FleetService;
  readonly process: SupervisedProcess;
  readonly operationsPort: number;
  /** The proxies between it and the NATS servers, in their order, and Postgres. */
  readonly toNats: readonly Network[];
  readonly toPostgres: Network;
  /** The proxy between its users and it; undefined where it has no users. */
  readonly toUsers: Network | undefined;
  /** The disk of its files; undefined where it writes none. */
  readonly disk: Disk | undefined;
  readonly clock: Clock | undefined;
}

/** Satchel in separate processes on three NATS servers. Every part is supervised, and all connections pass proxies. */
export interface System {
  /** The address for its users. */
  readonly url: string;
  readonly smtpPort: number;
  readonly dataDir: string;
  /** A site whose every page can be saved. */
  readonly site: string;
  readonly nats: readonly NatsServer[];
  readonly postgres: PostgresServer;
  readonly services: Readonly<Record<FleetService, Service>>;
  /** Past all proxies, for checks. */
  readonly journal: Journal;
  readonly pool: Pool;
  /** The parts that are not ready. */
  unready(): Promise<string[]>;
}

export interface SystemOptions {
  readonly random: () => number;
  /** Whether clocks are to be shifted: everything then runs on libfaketime, where it is installed. */
  readonly clocks: boolean;
  /** The folder of all logs; default a temporary one. */
  readonly logDir?: string;
}

const KEY = "0123456789abcdef0123456789abcdef";
const START_MS = 90_000;
/** Milliseconds for the answer of a part that is ready. */
const READY_MS = 2000;
/** Megabytes of the folders that services write to. */
const SERVICE_DISK = 16;

/** Starts the system; it ends with `cleanUp`. */
export async function startSystem({ random, clocks, logDir }: SystemOptions): Promise<System> {
  const dataDir = await tempDir();
  const place = {
    dataDir,
    logDir: logDir ?? join(dataDir, "logs"),
    faketime: clocks ? await findFaketime() : undefined,
  };
  await mkdir(place.logDir, { recursive: true });
  const [nats, postgres, site] = await Promise.all([startNatsServers(place), startPostgresServer(place), startSite()]);
  for (const { process } of [...nats, postgres]) atEnd(() => process.stop());
  await eventually(async () => (await allHealthy(nats)) && (await areConnected(nats)), { timeout: START_MS });

  const [httpPort, smtpPort] = [await freePort(), await freePort()];
  const ways = { http: await Network.to(httpPort, random), smtp: await Network.to(smtpPort, random) };
  const url = `http://127.0.0.1:${ways.http.port}`;
  const disks = {
    identity: await Disk.at(join(dataDir, "outbox"), SERVICE_DISK),
    "mail-ingest": await Disk.at(join(dataDir, "haraka"), SERVICE_DISK),
  };
  const shared = {
    PATH: process.env.PATH ?? "",
    NATS_MONITOR_URL: nats.map(({ monitorUrl }) => monitorUrl).join(","),
    NATS_REPLICAS: String(nats.length),
    LOG_LEVEL: "info",
    ADDRESS_KEY: KEY,
    CODE_KEY: KEY,
    TOKEN_KEY: KEY,
    OUTBOX_DIR: disks.identity.folder,
    MAIL_RUN_DIR: disks["mail-ingest"].folder,
    SMTP_PORT: String(smtpPort),
    SMTP_MAILS_PER_CLIENT: "1000000",
    SMTP_MAILS_PER_SENDER: "1000000",
    PORT: String(httpPort),
    PUBLIC_URL: url,
    TRUST_PROXY: "127.0.0.1",
    FETCH_ALLOW: new URL(site).host,
  };
  const startService = async (name: FleetService): Promise<Service> => {
    const toNats = await Promise.all(nats.map(({ port }) => Network.to(port, random)));
    const toPostgres = await Network.to(postgres.port, random);
    const clock =
      place.faketime === undefined ? undefined : await Clock.at(place.faketime, join(dataDir, `${name}.clock`));
    const operationsPort = await freePort();
    const database = new URL(postgres.url);
    database.port = String(toPostgres.port);
    const env = {
      ...shared,
      ...clock?.env,
      NATS_URL: toNats.map(({ port }) => `nats://127.0.0.1:${port}`).join(","),
      DATABASE_URL: database.href,
      OPERATIONS_PORT: String(operationsPort),
    };
    const main = join(import.meta.dirname, "../../services", name, "dist/main.js");
    const launch = { file: process.execPath, args: [main], env };
    const supervised = new SupervisedProcess(name, launch, join(place.logDir, `${name}.log`));
    atEnd(() => supervised.stop());
    const toUsers = name === "gateway" ? ways.http : name === "mail-ingest" ? ways.smtp : undefined;
    const disk = name === "identity" || name === "mail-ingest" ? disks[name] : undefined;
    return { name, process: supervised, operationsPort, toNats, toPostgres, toUsers, disk, clock };
  };
  const started = await Promise.all(fleetServices.map(startService));
  const services = Object.fromEntries(started.map((service) => [service.name, service])) as System["services"];

  const logger = createLogger("faults", "silent");
  const natsUrl = nats.map(({ port }) => `nats://127.0.0.1:${port}`).join(",");
  const bus = await connectBus({ url: natsUrl, name: "faults", logger, copies: nats.length });
  const journal = await openJournal(bus, { logger, syncUnchecked: true });
  const pool = openPool({ url: postgres.url, name: "faults", logger, connections: 2 });
  atEnd(async () => {
    await pool.end();
    await bus.nc.close();
  });
  const unready = async (): Promise<string[]> => {
    const found = await Promise.all([
      ...started.map(async ({ name, operationsPort }) =>
        (await answersOk(`http://127.0.0.1:${operationsPort}/health/ready`)) ? [] : [name],
      ),
      ...nats.map(async ({ process: { name }, monitorUrl }) =>
        (await answersOk(`${monitorUrl}/healthz`)) ? [] : [name],
      ),
    ]);
    return found.flat();
  };
  await eventually(async () => (await unready()).length === 0, { timeout: START_MS, interval: 200 });
  return { url, smtpPort: ways.smtp.port, dataDir, site, nats, postgres, services, journal, pool, unready };
}

const answersOk = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(READY_MS) })).ok;
  } catch {
    return false;
  }
};

/** Whether JetStream has a leader and all copies are current. */
const allHealthy = async (nats: readonly NatsServer[]): Promise<boolean> =>
  (await Promise.all(nats.map(({ monitorUrl }) => answersOk(`${monitorUrl}/healthz`)))).every(Boolean);

/** A site with a page at every address. */
async function startSite(): Promise<string> {
  const { url, close } = await startHttpServer(({ url: path }, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<title>Page ${path}</title><p>Words.`);
  });
  atEnd(close);
  return url;
}
