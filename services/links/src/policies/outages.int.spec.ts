import { createLogger, openPool } from "@satchel/chassis";
import { ready } from "@satchel/chassis/test/service-world.ts";
import { JOURNAL, SaveLink, type UserId } from "@satchel/contracts";
import { atEnd, eventually, repetitions, spawnProgram } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { expect, test } from "vitest";
import { linkEvents, mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { errorOf, newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import { countLinks } from "../queries/index.ts";

const MAILS = repetitions(30, 100);
const LINKS = 5;

const url = (n: number, m: number): string => `https://example.com/${n}/${m}`;
const all = Array.from({ length: MAILS }, (_, n) => Array.from({ length: LINKS }, (__, m) => url(n, m))).flat();

async function mailMany(system: System, userId: UserId): Promise<void> {
  await Promise.all(
    Array.from({ length: MAILS }, (_, n) =>
      mail(system, userId, { urls: Array.from({ length: LINKS }, (__, m) => url(n, m)) }),
    ),
  );
}

/** Every link is there, and each was saved by one event. */
async function expectAllOnce(system: System, userId: UserId): Promise<void> {
  await settled(system, userId);
  expect((await urls(system, userId, { size: 100 })).sort()).toEqual([...all].sort());
  expect(await countLinks(system.db, userId, {})).toBe(all.length);
  expect(await linkEvents(system, userId)).toEqual(all.map(() => "LinkSaved"));
}

inProof(
  "given a worker that is killed in the middle of its mails, when another takes over, then all links are there, each once",
  async () => {
    const system = await startSystem([]);
    const userId = newUser();
    await mailMany(system, userId);
    const worker = await spawnProgram(new URL("../main.ts", import.meta.url), {
      env: { ...system.env, LOG_LEVEL: "info" },
    });
    const saved = async () => (await system.journal.info()).state.messages - MAILS;
    await eventually(async () => (await saved()) > LINKS, { interval: 1 });

    await worker.kill("SIGKILL");

    expect(await saved()).toBeLessThan(all.length);
    await system.start("links");
    await mailsWorkedOn(system);
    await expectAllOnce(system, userId);
  },
);

test("given Postgres is away, when mails are accepted, then their links are there after it is back", async () => {
  const system = await startSystem([]);
  const links = await system.start("links");
  const userId = newUser();
  const postgres = administer(system.env.DATABASE_URL ?? "");
  await save(system, userId, "https://example.com/before");

  await postgres.lock();
  expect(await errorOf(system.send(SaveLink, { userId, url: url(0, 0), origin: { kind: "page" } }))).toMatchObject({
    code: "unavailable",
    retryAfter: 1,
  });
  await mailMany(system, userId);
  await eventually(async () => {
    expect((await system.journal.jsm.consumers.info(JOURNAL, "links-mail")).num_redelivered).toBeGreaterThan(0);
  });
  expect(await links.checks()).not.toMatchObject({ "links tables": "ok" });
  await postgres.unlock();

  await ready(links);
  await mailsWorkedOn(system);
  await settled(system, userId);
  expect((await urls(system, userId, { size: 100 })).sort()).toEqual(["https://example.com/before", ...all].sort());
  expect(await linkEvents(system, userId)).toHaveLength(all.length + 1);
});

/** Lets nobody into a database and throws everybody out, and back. */
function administer(url: string): { lock(): Promise<void>; unlock(): Promise<void> } {
  const name = new URL(url).pathname.slice(1);
  const logger = createLogger("test", "silent");
  const pool = openPool({ url: new URL("/template1", url).href, logger, name: "administrator", connections: 1 });
  atEnd(() => pool.end());
  return {
    lock: async () => {
      await pool.query(`alter database ${name} allow_connections false`);
      await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    },
    unlock: async () => {
      await pool.query(`alter database ${name} allow_connections true`);
    },
  };
}
