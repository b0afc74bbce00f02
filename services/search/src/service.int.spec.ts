import { createLogger, readConfig, rebuild, type RunningService } from "@satchel/chassis";
import { ready } from "@satchel/chassis/test/service-world.ts";
import { DeleteLink, EraseLink, partitionOf, type UserId } from "@satchel/contracts";
import { newUser, save, startSystem, type System } from "@satchel/links/test/system.ts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { SearchConfig, searchProjection, startSearch } from "./index.ts";

let system: System;
let running: RunningService;
const logger = createLogger("test", "silent");

const start = async (): Promise<void> => {
  running = await startSearch(readConfig(SearchConfig, system.env), logger);
  await ready(running);
};

beforeAll(async () => {
  system = await startSystem(["links"]);
  await start();
  atEnd(() => running.stop());
});

/** The words of a user's links, and the user's vocabulary. */
const indexOf = async (userId: UserId): Promise<unknown[]> => {
  const texts = await system.pool.query("select * from search.texts where user_id = $1 order by id", [userId]);
  const words = await system.pool.query("select word from search.vocabulary where user_id = $1 order by 1", [userId]);
  return [texts.rows, words.rows];
};

const numberOf = async (table: string, userId: UserId): Promise<number | null> =>
  (await system.pool.query(`select from search.${table} where user_id = $1`, [userId])).rowCount;

const saveSome = async (): Promise<UserId> => {
  const userId = newUser();
  for (const n of [1, 2, 3]) {
    await save(system, userId, `https://example.com/${n}`, {
      title: `Title ${n}`,
      tags: ["reading"],
      suggestedTitle: "häuser",
    });
  }
  await eventually(async () => expect(await numberOf("texts", userId)).toBe(3));
  return userId;
};

describe("given links and search at work", () => {
  test("when the tables are rebuilt, then the same words are in them", async () => {
    const userId = await saveSome();
    const before = await indexOf(userId);
    const { pool, bus, journal, env } = system;
    const options = { projection: searchProjection, databaseUrl: env.DATABASE_URL ?? "", pool, bus, journal, logger };
    await rebuild(options, "current", new AbortController().signal);
    expect(await indexOf(userId)).toEqual(before);
  });

  test("when every table is dropped, then the next start brings the same words back", async () => {
    const userId = await saveSome();
    const before = await indexOf(userId);
    await running.stop();
    await system.pool.query("drop schema search cascade");
    await start();
    expect(await indexOf(userId)).toEqual(before);
  });

  test("when the service is away, then links are saved, and their words are there when it is back", async () => {
    await running.stop();
    const userId = newUser();
    await save(system, userId, "https://example.com/meanwhile");
    await start();
    await eventually(async () => expect(await numberOf("texts", userId)).toBe(1));
    const { rows } = await system.pool.query<{ behind: boolean }>(
      `select s.sequence < l.sequence as behind from search.checkpoints s join links.checkpoints l using (partition)
       where partition = $1`,
      [partitionOf(userId)],
    );
    expect(rows).toEqual([{ behind: false }]);
  });

  test("when a deleted link is erased by its owner, then its words are removed at once, and a sweep of the vocabulary is due", async () => {
    const userId = await saveSome();
    const linkId = await save(system, userId, "https://example.com/gone", { title: "Unmentionable" });
    await system.send(DeleteLink, { userId, linkId });
    await system.send(EraseLink, { userId, linkId });
    await eventually(async () => expect(await numberOf("texts", userId)).toBe(3));
    expect(await numberOf("sweeps", userId)).toBe(1);
  });
});
