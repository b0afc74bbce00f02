import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  addressKey,
  type Bus,
  connectBus,
  createLogger,
  type Journal,
  normaliseAddress,
  openJournal,
  openPool,
  type Pool,
} from "@satchel/chassis";
import { addressSubject, type UserId } from "@satchel/contracts";
import { type RunningPostgres, startPostgres } from "@satchel/embedded";
import { atEnd, freePort, type SpawnedProgram, spawnProgram, startTestNats, tempDir } from "@satchel/testing";
import { killNow, processesOf } from "./processes.ts";

const KEY = "0123456789abcdef0123456789abcdef";

/** The parts of a running system that can be killed. */
export const parts = ["haraka", "mail-ingest", "links", "nats", "postgres"] as const;
export type Part = (typeof parts)[number];

/** The mail-ingest and links services, which are restarted whenever they end, and servers, which are not. */
export interface FragileSystem {
  readonly smtpPort: number;
  readonly journal: Journal;
  /** As the owner of the tables. */
  readonly pool: Pool;
  /** Ends a part by SIGKILL, once it runs. */
  kill(part: Part): Promise<void>;
  /** Starts a server that was killed. */
  restart(server: "nats" | "postgres"): Promise<void>;
  /** Makes an account that owns the address. */
  claim(address: string): Promise<UserId>;
  /** Ends the services, and starts none any more. */
  stop(): Promise<void>;
}

/** Starts a system of its own. `settings` are those of the services, beside the usual ones. */
export async function startFragileSystem(settings: Record<string, string> = {}): Promise<FragileSystem> {
  const [nats, dataDir, smtpPort, postgresPort] = await Promise.all([
    startTestNats(),
    tempDir(),
    freePort(),
    freePort(),
  ]);
  const begin = (): Promise<RunningPostgres> =>
    startPostgres({ dataDir: join(dataDir, "postgres"), port: postgresPort });
  let postgres = await begin();
  atEnd(() => postgres.stop());
  const runDir = join(dataDir, "haraka");
  const env = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: "warn",
    ADDRESS_KEY: KEY,
    MAIL_RUN_DIR: runDir,
    SMTP_PORT: String(smtpPort),
    ...settings,
  };
  const services = { "mail-ingest": keepRunning("mail-ingest", env), links: keepRunning("links", env) };
  const logger = createLogger("test", "silent");
  const bus: Bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  const journal = await openJournal(bus, { logger });
  const pool = openPool({ url: postgres.url, name: "test", logger, connections: 2 });
  const stop = async (): Promise<void> => {
    await Promise.all(Object.values(services).map((service) => service.stop()));
  };
  atEnd(async () => {
    await stop();
    await pool.end();
    await bus.close();
  });

  return {
    smtpPort,
    journal,
    pool,
    kill: async (part) => {
      if (part === "nats") return nats.kill();
      if (part === "postgres") return postgres.kill();
      if (part === "haraka") return killHaraka(runDir);
      await services[part].kill();
    },
    restart: async (server) => {
      if (server === "nats") return nats.restart();
      postgres = await begin();
    },
    claim: async (text) => {
      const address = normaliseAddress(text);
      if (address === undefined) throw new Error(`${text} is no address`);
      const userId = randomUUID() as UserId;
      const event = { id: randomUUID(), type: "AddressClaimed", data: { userId } };
      await journal.append({ subject: addressSubject(addressKey(KEY, address)), event, expected: 0 });
      return userId;
    },
    stop,
  };
}

/** A service that is restarted whenever its process ends, as by a supervisor. */
function keepRunning(service: string, env: Record<string, string>) {
  const main = new URL(`../../${service}/src/main.ts`, import.meta.url);
  let stopped = false;
  let current: SpawnedProgram | undefined;
  const running = (async () => {
    while (!stopped) {
      current = await spawnProgram(main, { env });
      await current.exited;
    }
  })();
  return {
    kill: async (): Promise<void> => {
      while (current === undefined) await sleep(10);
      await current.kill("SIGKILL");
    },
    stop: async (): Promise<void> => {
      stopped = true;
      await current?.kill();
      await running;
    },
  };
}

/** Kills Haraka as soon as it runs: it comes with the first connection. */
async function killHaraka(runDir: string): Promise<void> {
  for (;;) {
    const pid = Number.parseInt(processesOf(runDir).find((line) => line.includes("bin/haraka")) ?? "", 10);
    if (pid > 1) return killNow(pid);
    await sleep(20);
  }
}
