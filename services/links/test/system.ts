import { randomUUID } from "node:crypto";
import {
  type Bus,
  type CommandClient,
  commandClient,
  connectBus,
  createLogger,
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
  LINKS_PER_ACCOUNT,
  type Link,
  type LinkId,
  type LinkListQuery,
  type PayloadOf,
  type Position,
  type ResultOf,
  SaveLink,
  type UserId,
} from "@satchel/contracts";
import { startFolders } from "@satchel/folders";
import { atEnd, createTestDatabase, eventually, startTestNats, type TestNats } from "@satchel/testing";
import type { Kysely } from "kysely";
import { LinksConfig, startLinks } from "../src/index.ts";
import { keyedLinkIds } from "../src/commands/link-id.ts";
import { type LinksTables, listLinks } from "../src/queries/index.ts";

/** The key of installations in tests. */
const ADDRESS_KEY = "for-tests-only-0123456789abcdef0123";

/** Milliseconds for a projection to show a write: many times what it takes, for machines under load. */
const PATIENCE_MS = 60_000;

/** Links and folders at work on a NATS server and a database of their own. */
export interface System {
  readonly nats: TestNats;
  /** The environment of a service of this system. */
  readonly env: Record<string, string>;
  readonly bus: Bus;
  readonly client: CommandClient;
  readonly journal: Journal;
  /** With the role that owns the tables. */
  readonly pool: Pool;
  /** With the role of the gateway. */
  readonly db: Kysely<LinksTables>;
  /** Waits until the tables show a position. */
  shows(position: Position | undefined): Promise<void>;
  /** Sends a command and waits until the tables show it. */
  send<C extends CommandDefinition>(definition: C, payload: PayloadOf<C>): Promise<ResultOf<C>>;
  start(service: "links" | "folders"): Promise<RunningService>;
  /** Stops what was started. */
  stop(): Promise<void>;
}

const starters = { links: startLinks, folders: startFolders };

/**
 * Starts both services, or those that are named.
 * @param settings of the links service, as in its environment
 */
export async function startSystem(
  services: ("links" | "folders")[] = ["links", "folders"],
  settings: Readonly<Record<string, string>> = {},
): Promise<System> {
  const [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
  const env = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: database.url,
    ADDRESS_KEY,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent",
    ...settings,
  };
  const config = readConfig(LinksConfig, env);
  const logger = createLogger("test", env.LOG_LEVEL);
  const bus = await connectBus({ url: nats.url, name: "test", logger, monitorUrl: nats.monitorUrl });
  const journal = await openJournal(bus, { logger });
  const pool = openPool({ url: database.url, logger, name: "test", connections: 4 });
  const progress = new ProjectionProgress(bus, pool);
  const client = commandClient(bus, logger);
  const running: RunningService[] = [];

  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  };
  const start = async (service: "links" | "folders"): Promise<RunningService> => {
    const started = await starters[service](config, logger);
    running.push(started);
    await ready(started);
    return started;
  };
  const shows = async (position: Position | undefined): Promise<void> => {
    if (position === undefined || (await progress.reached(position, PATIENCE_MS))) return;
    throw new Error(`the tables did not reach ${JSON.stringify(position)}`);
  };
  const send = async <C extends CommandDefinition>(definition: C, payload: PayloadOf<C>): Promise<ResultOf<C>> => {
    const { result, position } = await client.send(definition, payload);
    await shows(position);
    return result;
  };

  await Promise.all(services.map(start));
  // The role that queries run as is made with the first schema.
  const reader = openPool({ url: database.url, logger, name: "reader", connections: 4, readOnly: true });
  atEnd(async () => {
    await stop();
    progress.close();
    await Promise.all([pool.end(), reader.end()]);
    await bus.close();
  });
  return { nats, env, bus, client, journal, pool, db: queriesOver<LinksTables>(reader), shows, send, start, stop };
}

/** What commands take from the service's settings, for those that a test carries out by itself. */
export const forTests = { linksPerAccount: LINKS_PER_ACCOUNT, linkIds: keyedLinkIds(ADDRESS_KEY) };

/** Waits until every part of a service is well. */
export const ready = (service: RunningService): Promise<boolean> =>
  eventually(async () => Object.values(await service.checks()).every((check) => check === "ok"), {
    timeout: PATIENCE_MS,
  });

export const newUser = (): UserId => randomUUID() as UserId;

/** Saves a link as the page does. */
export async function save(
  system: System,
  userId: UserId,
  url: string,
  more: Partial<PayloadOf<typeof SaveLink>> = {},
): Promise<LinkId> {
  const { linkId } = await system.send(SaveLink, { userId, url, origin: { kind: "page" }, ...more });
  return linkId;
}

export async function createFolder(
  system: System,
  userId: UserId,
  name: string,
  parentFolderId: FolderId | null = null,
): Promise<FolderId> {
  return (await system.send(CreateFolder, { userId, name, parentFolderId })).folderId;
}

/** All links that a list with these filters has, page by page. */
export async function listAll(system: System, userId: UserId, query: LinkListQuery = {}): Promise<Link[]> {
  const all: Link[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLinks(system.db, userId, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.links);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

export const urls = async (system: System, userId: UserId, query: LinkListQuery = {}): Promise<string[]> =>
  (await listAll(system, userId, query)).map(({ url }) => url);

/** The error that a command was answered with. */
export async function errorOf(command: Promise<unknown>): Promise<ErrorData> {
  const error: unknown = await command.then(
    () => new Error("the command was carried out"),
    (reason: unknown) => reason,
  );
  if (!isSatchelError(error)) throw error;
  return error.data;
}
