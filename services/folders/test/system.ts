import { randomUUID } from "node:crypto";
import {
  type CommandClient,
  commandClient,
  connectBus,
  createLogger,
  isReady,
  type Journal,
  openJournal,
  openPool,
  type Pool,
  ProjectionProgress,
  queriesOver,
  readConfig,
  type RunningService,
} from "@satchel/chassis";
import {
  type CommandDefinition,
  CreateFolder,
  type ErrorData,
  type FolderId,
  isSatchelError,
  type PayloadOf,
  type ResultOf,
  type UserId,
} from "@satchel/contracts";
import { atEnd, createTestDatabase, eventually, startTestNats, type TestNats } from "@satchel/testing";
import type { Kysely } from "kysely";
import { FoldersConfig, startFolders } from "../src/index.ts";
import type { FoldersTables } from "../src/queries/index.ts";
import type { Time } from "../src/service.ts";

/** The running folders service, with its own NATS server and database. */
export interface System {
  readonly client: CommandClient;
  /** With the role that owns the tables. */
  readonly pool: Pool;
  /** With the role of the gateway. */
  readonly db: Kysely<FoldersTables>;
  /** Makes a folder and waits until the tables show it. */
  create(userId: UserId, name: string, more?: Partial<PayloadOf<typeof CreateFolder>>): Promise<FolderId>;
  /** Sends any command and waits until the tables show its event. */
  send<C extends CommandDefinition>(definition: C, payload: PayloadOf<C>): Promise<ResultOf<C>>;
  /** Starts one more replica. */
  start(time?: Time): Promise<RunningService>;
  readonly nats: TestNats;
  readonly journal: Journal;
  /** Stops what was started. */
  stop(): Promise<void>;
}

/** Milliseconds for a projection to show a write: many times what it takes, for machines under load. */
const PATIENCE_MS = 60_000;

export async function startSystem(): Promise<System> {
  const [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
  const env = { NATS_URL: nats.url, NATS_MONITOR_URL: nats.monitorUrl, DATABASE_URL: database.url };
  const config = readConfig(FoldersConfig, env);
  const logger = createLogger("test", process.env.TEST_LOG_LEVEL ?? "silent");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  const journal = await openJournal(bus, { logger });
  const pool = openPool({ url: database.url, logger, name: "test", connections: 4 });
  const progress = new ProjectionProgress(bus, pool);
  const client = commandClient(bus, logger);
  const running: RunningService[] = [];

  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  };
  const start = async (time?: Time): Promise<RunningService> => {
    const service = await startFolders(config, logger, time);
    running.push(service);
    await eventually(async () => isReady(await service.checks()), { timeout: PATIENCE_MS });
    return service;
  };
  const send: System["send"] = async (definition, payload) => {
    const { result, position } = await client.send(definition, payload);
    if (position !== undefined && !(await progress.reached(position, PATIENCE_MS)))
      throw new Error("not shown in time");
    return result;
  };
  const create: System["create"] = async (userId, name, more = {}) =>
    (await send(CreateFolder, { userId, name, parentFolderId: null, ...more })).folderId;

  await start();
  // The role that queries run as is made with the first schema.
  const reader = openPool({ url: database.url, logger, name: "reader", connections: 4, readOnly: true });
  atEnd(async () => {
    await stop();
    progress.close();
    await Promise.all([pool.end(), reader.end()]);
    await bus.close();
  });
  return { client, pool, db: queriesOver<FoldersTables>(reader), nats, journal, create, send, start, stop };
}

export const newUser = (): UserId => randomUUID() as UserId;

/** The results of commands that succeeded, and the errors of the others. */
export function outcomes<T>(settled: PromiseSettledResult<T>[]): { done: T[]; errors: ErrorData[] } {
  const done: T[] = [];
  const errors: ErrorData[] = [];
  for (const outcome of settled) {
    if (outcome.status === "fulfilled") done.push(outcome.value);
    else if (isSatchelError(outcome.reason)) errors.push(outcome.reason.data);
    else throw outcome.reason;
  }
  return { done, errors };
}
