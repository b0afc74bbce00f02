import { join } from "node:path";
import { busUserNames, busUsers } from "@satchel/contracts";
import {
  createTestDatabase,
  eventually,
  freePort,
  type SpawnedProgram,
  spawnProgram,
  startTestNats,
  tempDir,
} from "@satchel/testing";

const KEY = "0123456789abcdef0123456789abcdef";

export interface Part {
  readonly process: SpawnedProgram;
  /** Port of /health and /metrics; 0 where it has none. */
  readonly operationsPort: number;
}

/** Satchel as separate processes on a bus and a database of their own. */
export interface Cluster {
  readonly smtpPort: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly natsMonitorUrl: string;
  /** The bus as the user of a service knows it: with its permissions, as when it is deployed. */
  natsUrl(service: string): string;
  /** Starts one more process of a service and waits until it is ready. */
  start(service: string, env?: Record<string, string>): Promise<Part>;
}

/** Prepares bus and database; services are started one by one. */
export async function startCluster(): Promise<Cluster> {
  const [nats, database, dataDir, smtpPort] = await Promise.all([
    startTestNats(busUserNames.map((name) => ({ name, password: `p-${name}`, ...busUsers[name] }))),
    createTestDatabase(),
    tempDir(),
    freePort(),
  ]);
  const shared = {
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: database.url,
    LOG_LEVEL: "debug",
    ADDRESS_KEY: KEY,
    CODE_KEY: KEY,
    TOKEN_KEY: KEY,
    OUTBOX_DIR: join(dataDir, "outbox"),
    MAIL_RUN_DIR: join(dataDir, "haraka"),
    SMTP_PORT: String(smtpPort),
    PUBLIC_URL: "http://localhost:3000",
  };
  const cluster: Cluster = {
    smtpPort,
    dataDir,
    databaseUrl: database.url,
    natsMonitorUrl: nats.monitorUrl,
    natsUrl: (user) => `nats://${user}:p-${user}@${new URL(nats.url).host}`,
    start: async (service, env = {}) => {
      const operationsPort = await freePort();
      const main = new URL(`../../${service}/src/main.ts`, import.meta.url);
      const process = await spawnProgram(main, {
        env: { ...shared, NATS_URL: cluster.natsUrl(service), OPERATIONS_PORT: String(operationsPort), ...env },
      });
      const isReady = async () => (await fetch(`http://127.0.0.1:${operationsPort}/health/ready`)).ok;
      const output = (): string => [...process.stdout, ...process.stderr].join("\n");
      const ended = process.exited.then(({ code }) => {
        throw new Error(`${service} ended with ${code}:\n${output()}`);
      });
      ended.catch(() => undefined);
      const ready = eventually(isReady).catch((cause: unknown) => {
        throw new Error(`${service} is not ready:\n${output()}`, { cause });
      });
      await Promise.race([ready, ended]);
      return { process, operationsPort };
    },
  };
  return cluster;
}
