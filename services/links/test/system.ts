import { randomUUID } from "node:crypto";
import { queriesOver, readConfig, type RunningService } from "@satchel/chassis";
import { openServiceWorld, type ServiceWorld } from "@satchel/chassis/test/service-world.ts";
import {
  CreateFolder,
  type ErrorData,
  type FolderId,
  isSatchelError,
  LINKS_PER_ACCOUNT,
  type Link,
  type LinkId,
  type LinkListQuery,
  type PayloadOf,
  SaveLink,
  type UserId,
} from "@satchel/contracts";
import { startFolders } from "@satchel/folders";
import type { Kysely } from "kysely";
import { LinksConfig, startLinks } from "../src/index.ts";
import { keyedLinkIds } from "../src/commands/link-id.ts";
import { type LinksTables, listLinks } from "../src/queries/index.ts";

/** The key of installations in tests. */
const ADDRESS_KEY = "for-tests-only-0123456789abcdef0123";

/** Links and folders at work on a NATS server and a database of their own. */
export interface System extends ServiceWorld {
  /** With the role of the gateway. */
  readonly db: Kysely<LinksTables>;
  start(service: "links" | "folders"): Promise<RunningService>;
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
  const world = await openServiceWorld({ ADDRESS_KEY, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent", ...settings });
  const config = readConfig(LinksConfig, world.env);
  const system: System = {
    ...world,
    db: queriesOver<LinksTables>(world.reader),
    start: (service) => world.run(starters[service](config, world.logger)),
  };
  await Promise.all(services.map((service) => system.start(service)));
  return system;
}

/** What commands take from the service's settings, for those that a test carries out by itself. */
export const forTests = { linksPerAccount: LINKS_PER_ACCOUNT, linkIds: keyedLinkIds(ADDRESS_KEY) };

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
