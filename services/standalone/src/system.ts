import { setTimeout as delay } from "node:timers/promises";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startAdmin } from "@satchel/admin";
import { startArchive } from "@satchel/archive";
import {
  type Checks,
  createLogger,
  isReady,
  type Logger,
  openOperations,
  type RunningService,
  stopInOrder,
} from "@satchel/chassis";
import { announceSlow } from "@satchel/embedded";
import { startEnrichment } from "@satchel/enrichment";
import { startFolders } from "@satchel/folders";
import { startGateway } from "@satchel/gateway";
import { startIdentity } from "@satchel/identity";
import { startLinks } from "@satchel/links";
import { startMailIngestService } from "@satchel/mail-ingest";
import { startPost } from "@satchel/post";
import { startSearch } from "@satchel/search";
import { startBackups } from "./backup-schedule/schedule.ts";
import { serviceConfigs } from "./service-configs.ts";
import { type Infrastructure, startInfrastructure } from "./infrastructure.ts";
import { refuseNewerData } from "./newer-data.ts";
import { preflight } from "./preflight.ts";
import { installationSecret } from "./secret.ts";
import type { Settings } from "./settings.ts";

/** The whole of Satchel in one process, with Haraka, NATS and Postgres as its children. */
export interface System {
  /** Resolves once every part is ready. */
  readonly ready: Promise<void>;
  checks(): Promise<Checks>;
  /** Stops the services, and the servers last. */
  stop(): Promise<void>;
}

/** The file with the addresses of this run's servers, for commands such as `npm run rebuild`. */
export const runningFile = (dataDir: string): string => join(dataDir, "running.json");

const WEB_ROOT = fileURLToPath(new URL("../../../web/dist/", import.meta.url));
const CHECK_MS = 20;

/**
 * Starts everything. `log` takes lines for the person at the terminal.
 * @throws {ConfigurationError} before anything is started, naming all faults
 * @throws when a part can't start; what had started is stopped then
 */
export async function startSystem(settings: Settings, log: (line: string) => void): Promise<System> {
  const loggerFor = (name: string): Logger => createLogger(name, settings.LOG_LEVEL);
  const { DATA_DIR } = settings;
  const release = await preflight(settings, log);
  const { secret, infrastructure } = await (async () => ({
    secret: settings.SECRET ?? (await installationSecret(DATA_DIR)),
    infrastructure: await startInfrastructure(settings, loggerFor("standalone"), log),
  }))().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const services: RunningService[] = [];
  // The gateway stops first, then the services behind it, each after finishing its work.
  const stop = (): Promise<void> =>
    stopInOrder(
      ...services.toReversed().map((service) => () => service.stop()),
      () => rm(runningFile(DATA_DIR), { force: true }),
      () => infrastructure.stop(),
      release,
    );
  let isComplete = false;
  const checks = async (): Promise<Checks> => {
    const found = await Promise.all(services.map(async (service) => service.checks()));
    return Object.assign(isComplete ? {} : { satchel: "starting" }, ...found);
  };

  try {
    if (settings.DATABASE_URL === undefined)
      await refuseNewerData(infrastructure.databaseUrl, DATA_DIR, loggerFor("standalone"));
    await writeRunningFile(DATA_DIR, infrastructure);
    const configs = serviceConfigs(settings, infrastructure, secret, WEB_ROOT);
    const pending = new Set<string>();
    const begin = (name: string, start: (logger: Logger) => Promise<RunningService>): Promise<RunningService> => {
      pending.add(name);
      return start(loggerFor(name)).finally(() => pending.delete(name));
    };
    const { admin } = configs;
    const backups = startBackups(settings, infrastructure, loggerFor("backups"));
    if (backups !== undefined) services.push({ checks: () => ({}), stop: () => backups.stop() });
    const starting = Promise.allSettled([
      begin("identity", (logger) => startIdentity(configs.identity, logger)),
      begin("links", (logger) => startLinks(configs.links, logger)),
      begin("folders", (logger) => startFolders(configs.folders, logger)),
      begin("search", (logger) => startSearch(configs.search, logger)),
      begin("archive", (logger) => startArchive(configs.archive, logger)),
      begin("post", (logger) => startPost(configs.post, logger)),
      begin("enrichment", (logger) => startEnrichment(configs.enrichment, logger)),
      begin("mail-ingest", (logger) => startMailIngestService(configs.mailIngest, logger)),
      begin("gateway", (logger) =>
        startGateway(configs.gateway, logger, { readiness: checks, isAlone: settings.NATS_URL === undefined }),
      ),
      ...(admin === undefined ? [] : [begin("admin", (logger) => startAdmin(admin, logger, backups))]),
    ]);
    const outcomes = await announceSlow(log, () => `Starting ${[...pending].join(", ")}`, starting);
    for (const outcome of outcomes) if (outcome.status === "fulfilled") services.push(outcome.value);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    isComplete = true;
    if (settings.OPERATIONS_PORT !== undefined) {
      const operations = await openOperations(settings.OPERATIONS_HOST, settings.OPERATIONS_PORT, checks);
      services.push({ checks: () => ({}), stop: () => operations.close() });
    }
  } catch (error) {
    await stop();
    throw error;
  }

  let found: Checks = {};
  const waitUntilReady = async (): Promise<void> => {
    for (found = await checks(); !isReady(found); found = await checks()) await delay(CHECK_MS);
  };
  const ready = announceSlow(log, () => `Waiting for ${unreadyOf(found)}`, waitUntilReady());
  return { ready, checks, stop };
}

const unreadyOf = (checks: Checks): string =>
  Object.entries(checks)
    .filter(([, check]) => check !== "ok")
    .map(([part, check]) => `${part} (${check})`)
    .join(", ");

async function writeRunningFile(
  dataDir: string,
  { natsUrl, natsMonitorUrl, databaseUrl }: Infrastructure,
): Promise<void> {
  const file = runningFile(dataDir);
  await rm(file, { force: true });
  const addresses = { NATS_URL: natsUrl, NATS_MONITOR_URL: natsMonitorUrl, DATABASE_URL: databaseUrl };
  await writeFile(file, JSON.stringify(addresses), { mode: 0o600 });
}
