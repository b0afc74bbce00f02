import { join } from "node:path";
import { freePort } from "@satchel/embedded";
import { atEnd } from "./at-end.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { createMember, type FleetMember, type FleetService, fleetServices } from "./fleet-member.ts";
import { tempDir } from "./temp-dir.ts";

/** The keys of this fleet only: with it, access tokens of any user can be made. */
const KEY = "0123456789abcdef0123456789abcdef";
/** Milliseconds for all processes to stop at the end. */
const STOP_MS = 8000;

export interface FleetOptions {
  /** Where the bus is: a server or a cluster. */
  readonly bus: { readonly url: string; readonly monitorUrl: string };
  /** Copies that a cluster keeps of everything. Default 1. */
  readonly copies?: number;
  readonly databaseUrl: string;
  /** The number of processes of each service; default 0. */
  readonly replicas: Partial<Readonly<Record<FleetService, number>>>;
  /** Further settings of all services. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the version whose processes are started at first, built there; default this one. */
  readonly version?: string;
}

/** Satchel with several processes of each service, and with balancers in front of HTTP and SMTP. */
export interface Fleet {
  readonly members: readonly FleetMember[];
  /** The replicas of a service, in order. */
  of(service: FleetService): readonly FleetMember[];
  /** The balancer in front of the gateways. */
  readonly http: Balancer & { readonly url: string };
  /** The balancer in front of the mail servers. */
  readonly smtp: Balancer;
  /** The key of addresses, codes and tokens. */
  readonly key: string;
  /** Where outgoing mail is written. */
  readonly outboxDir: string;
  /** Starts one more process of a service, without a balancer. `env` takes precedence over the fleet's. */
  add(service: FleetService, env?: Readonly<Record<string, string>>): Promise<FleetMember>;
}

/** Starts a fleet on servers that run, waits until all of it is ready, and ends it with `cleanUp`. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { bus, copies = 1, databaseUrl, replicas } = options;
  const dataDir = await tempDir();
  const members: FleetMember[] = [];
  const [httpPort, smtpPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const outboxDir = join(dataDir, "outbox");
  const shared = {
    NATS_URL: bus.url,
    NATS_MONITOR_URL: bus.monitorUrl,
    NATS_REPLICAS: String(copies),
    DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: "5",
    ADDRESS_KEY: KEY,
    CODE_KEY: KEY,
    TOKEN_KEY: KEY,
    OUTBOX_DIR: outboxDir,
    PUBLIC_URL: url,
    TRUST_PROXY: "127.0.0.1",
    SMTP_PROXIES: "127.0.0.1",
    // The senders have no real domains.
    MAIL_AUTH: "off",
    LOG_LEVEL: "warn",
    ...options.env,
  };
  const create = async (
    service: FleetService,
    replica: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<FleetMember> => {
    const port = service === "gateway" || service === "mail-ingest" ? await freePort() : undefined;
    const own = {
      ...(service === "gateway" ? { PORT: String(port) } : {}),
      // Each replica starts a mail server, with a folder and a port of its own.
      ...(service === "mail-ingest" ? { SMTP_PORT: String(port), MAIL_RUN_DIR: join(dataDir, `mail-${replica}`) } : {}),
    };
    const operationsPort = await freePort();
    const member = createMember({ service, replica, port, operationsPort, env: { ...shared, ...own, ...env } });
    members.push(member);
    return member;
  };

  const killAll = (): void => {
    for (const member of members) member.killGroup();
  };
  process.once("exit", killAll);
  atEnd(async () => {
    const timer = setTimeout(killAll, STOP_MS);
    await Promise.all(members.map((member) => member.stop()));
    clearTimeout(timer);
    killAll();
    process.off("exit", killAll);
  });

  for (const service of fleetServices) {
    for (let replica = 1; replica <= (replicas[service] ?? 0); replica++) await create(service, replica);
  }
  const of = (service: FleetService): FleetMember[] => members.filter((member) => member.service === service);
  await Promise.all(members.map((member) => member.start(options.version)));
  const http = await startBalancer({ port: httpPort, backends: of("gateway") });
  // A mail server accepts mail also while its tables can't be written, so its readiness is not checked.
  const mailServers = of("mail-ingest").map(({ port }) => ({ port }));
  const smtp = await startBalancer({ port: smtpPort, backends: mailServers, proxyLine: true });
  return {
    members: [...members],
    of,
    http: { ...http, url },
    smtp,
    key: KEY,
    outboxDir,
    add: async (service, env) => {
      const member = await create(service, of(service).length + 1, env);
      await member.start();
      return member;
    },
  };
}
