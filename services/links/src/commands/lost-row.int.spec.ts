import { randomUUID } from "node:crypto";
import { type CommandContext, queriesOver } from "@satchel/chassis";
import { aggregateSubject, type FolderId, type LinkId, partitionOf, type UserId } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { createFolder, errorOf, forTests, newUser, save, startSystem, type System } from "../../test/system.ts";
import type { LinksTables } from "../projection/tables.ts";
import { type LinkCommands, linkCommands } from "./links.ts";

interface Target {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

const URL = "https://lost.example/";
const unavailable = { code: "unavailable", retryAfter: 1 };
const context = (retry = false): CommandContext => ({ commandId: randomUUID(), retry });

describe("given a killed Postgres that lost its newest rows, and tables that have not caught up yet", () => {
  let system: System;
  let commands: LinkCommands;
  /** Links of users in different partitions. */
  let [saved, repeated, changed] = [] as Target[];
  /** One of the first user's. */
  let folderId: FolderId;

  beforeAll(async () => {
    system = await startSystem();
    const targets = [];
    for (const userId of usersApart(3)) {
      const linkId = await save(system, userId, URL, { title: "Mine", tags: ["kept"] });
      targets.push({ userId, linkId });
    }
    [saved, repeated, changed] = targets;
    folderId = await createFolder(system, here(saved).userId, "Mine");
    await eventually(async () => expect((await system.pool.query("select from links.known_folders")).rowCount).toBe(1));
    await system.stop();
    await system.pool.query("delete from links.links");
    await system.pool.query("delete from links.known_folders");
    await system.pool.query("update links.checkpoints set sequence = 0, event_id = ''");
    const { journal, pool, progress } = system;
    commands = linkCommands({ journal, db: queriesOver<LinksTables>(pool), progress, now: Date.now, ...forTests });
  });

  test("when an address is saved again, then its link stays what it is", async () => {
    expect(await errorOf(saveAgain(saved, context()))).toMatchObject(unavailable);
    expect(await events(saved)).toEqual(["LinkSaved"]);
  });

  test("when a command is repeated that saves an address again, then its link stays what it is", async () => {
    expect(await errorOf(saveAgain(repeated, context(true)))).toMatchObject(unavailable);
    expect(await events(repeated)).toEqual(["LinkSaved"]);
  });

  test("when a link is changed, then it does not look as if it was never there", async () => {
    const change = commands.change({ ...here(changed), changes: { isFavorite: true } }, context());

    expect(await errorOf(change)).toMatchObject(unavailable);
  });

  test("when a link is saved into a folder that is lost too, then the folder does not look as if it was never there", async () => {
    const { userId } = here(saved);
    const into = { userId, url: "https://other.example/", origin: { kind: "page" }, folderId } as const;

    expect(await errorOf(commands.save(into, context()))).toMatchObject(unavailable);
  });

  test("when the tables have caught up, then all is as before", async () => {
    await system.start("links");
    const { userId, linkId } = here(saved);
    const last = await system.journal.last(aggregateSubject(userId, "links", linkId));
    await system.shows({ projection: "links", partition: partitionOf(userId), sequence: last?.sequence ?? 0 });

    expect((await saveAgain(saved, context())).result.created).toBe(false);
  });

  const saveAgain = (target: Target | undefined, by: CommandContext) =>
    commands.save({ userId: here(target).userId, url: URL, origin: { kind: "page" } }, by);

  async function events(target: Target | undefined): Promise<string[]> {
    const { userId, linkId } = here(target);
    const found: string[] = [];
    for await (const { type } of system.journal.readBack(aggregateSubject(userId, "links", linkId))) found.push(type);
    return found;
  }
});

function here(target: Target | undefined): Target {
  if (target === undefined) throw new Error("nothing was saved");
  return target;
}

/** Users whose partitions are different. */
function usersApart(count: number): UserId[] {
  const users = new Map<number, UserId>();
  while (users.size < count) {
    const userId = newUser();
    users.set(partitionOf(userId), userId);
  }
  return [...users.values()];
}
