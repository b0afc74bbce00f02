import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startAdmin } from "@satchel/admin";
import { type Checks, createLogger, isReady, type Logger, openOperations, type RunningService } from "@satchel/chassis";
import { startEnrichment } from "@satchel/enrichment";
import { startFolders } from "@satchel/folders";
import { startGateway } from "@satchel/gateway";
import { startIdentity } from "@satchel/identity";
import { startLinks } from "@satchel/links";
import { startMailIngestService } from "@satchel/mail-ingest";
import { serviceConfigs } from "./service-configs.ts";
import { type Infrastructure, startInfrastructure } from "./infrastructure.ts";
import { keptSecret } from "./secret.ts";
import type { Settings } from "./settings.ts";

/** The whole of Satchel in one process, with Haraka, NATS and Postgres as its children. */
export interface System {
  /** Resolves once every part is ready. */
  readonly ready: Promise<void>;
  checks(): Promise<Checks>;
  /** Stops what takes work first and what keeps it last. */
  stop(): Promise<void>;
}

/** Where the address of this run's servers stands while it runs, for commands such as `npm run rebuild`. */
export const runningFile = (dataDir: string): string => join(dataDir, "running.json");

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist/", import.meta.url));
const LOOK_MS = 20;

/**
 * Starts everything. `log` takes lines for the person at the terminal.
 * @throws when a part can't start; what had started is stopped then
 */
export async function startSystem(settings: Settings, log: (line: string) => void): Promise<System> {
  const loggerFor = (name: string): Logger => createLogger(name, settings.LOG_LEVEL);
  const { DATA_DIR } = settings;
  await mkdir(DATA_DIR, { recursive: true });
  await chmod(DATA_DIR, 0o700);
  const secret = settings.SECRET ?? (await keptSecret(DATA_DIR));
  const infrastructure = await startInfrastructure(settings, loggerFor("standalone"), log);
  const services: RunningService[] = [];
  const stop = async (): Promise<void> => {
    // The doors close first, then the rooms behind them, each having finished what it was given.
    for (const service of [...services].reverse()) await service.stop();
    await rm(runningFile(DATA_DIR), { force: true });
    await infrastructure.stop();
  };
  let isComplete = false;
  const checks = async (): Promise<Checks> => {
    const found = await Promise.all(services.map(async (service) => service.checks()));
    return Object.assign(isComplete ? {} : { satchel: "starting" }, ...found);
  };

  try {
    await tellWhereWeRun(DATA_DIR, infrastructure);
    const configs = serviceConfigs(settings, infrastructure, secret, WEB_ROOT);
    const outcomes = await Promise.allSettled([
      startIdentity(configs.identity, loggerFor("identity")),
      startLinks(configs.links, loggerFor("links")),
      startFolders(configs.folders, loggerFor("folders")),
      startEnrichment(configs.enrichment, loggerFor("enrichment")),
      startMailIngestService(configs.mailIngest, loggerFor("mail-ingest")),
      startGateway(configs.gateway, loggerFor("gateway"), checks),
      ...(configs.admin === undefined ? [] : [startAdmin(configs.admin, loggerFor("admin"))]),
    ]);
    for (const outcome of outcomes) if (outcome.status === "fulfilled") services.push(outcome.value);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    isComplete = true;
    if (settings.OPERATIONS_PORT !== undefined) {
      const operations = await openOperations(settings.OPERATIONS_HOST, settings.OPERATIONS_PORT, checks);
      services.push({ name: "operations", checks: () => ({}), stop: () => operations.close() });
    }
  } catch (error) {
    await stop();
    throw error;
  }

  const ready = (async () => {
    while (!isReady(await checks())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  })();
  return { ready, checks, stop };
}

async function tellWhereWeRun(
  dataDir: string,
  { natsUrl, natsMonitorUrl, databaseUrl }: Infrastructure,
): Promise<void> {
  const file = runningFile(dataDir);
  await rm(file, { force: true });
  const where = { NATS_URL: natsUrl, NATS_MONITOR_URL: natsMonitorUrl, DATABASE_URL: databaseUrl };
  await writeFile(file, JSON.stringify(where), { mode: 0o600 });
}
