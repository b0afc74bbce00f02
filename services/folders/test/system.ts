import { randomUUID } from "node:crypto";
import { queriesOver, readConfig, type RunningService } from "@satchel/chassis";
import { openServiceWorld, type ServiceWorld } from "@satchel/chassis/test/service-world.ts";
import {
  CreateFolder,
  type ErrorData,
  type FolderId,
  isSatchelError,
  type PayloadOf,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import { FoldersConfig, startFolders } from "../src/index.ts";
import type { FoldersTables } from "../src/queries/index.ts";
import type { Time } from "../src/service.ts";

/** The running folders service, with its own NATS server and database. */
export interface System extends ServiceWorld {
  /** With the role of the gateway. */
  readonly db: Kysely<FoldersTables>;
  /** Makes a folder and waits until the tables show it. */
  create(userId: UserId, name: string, more?: Partial<PayloadOf<typeof CreateFolder>>): Promise<FolderId>;
  /** Starts one more replica. */
  start(time?: Time): Promise<RunningService>;
}

export async function startSystem(): Promise<System> {
  const world = await openServiceWorld();
  const config = readConfig(FoldersConfig, world.env);
  const system: System = {
    ...world,
    db: queriesOver<FoldersTables>(world.reader),
    create: async (userId, name, more = {}) =>
      (await world.send(CreateFolder, { userId, name, parentFolderId: null, ...more })).folderId,
    start: (time) => world.run(startFolders(config, world.logger, time)),
  };
  await system.start();
  return system;
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
