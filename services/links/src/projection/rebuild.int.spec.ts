import { createLogger, type Projection, rebuild } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { foldersProjection } from "@satchel/folders";
import { beforeAll, expect, test } from "vitest";
import { populate, readArchives } from "../../test/archive.ts";
import { newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import { linksProjection } from "./projection.ts";

let system: System;
let users: UserId[];
let before: string;

beforeAll(async () => {
  system = await startSystem();
  users = await Promise.all([populate(system), populate(system), populate(system)]);
  before = await readArchives(system, users);
});

test("given users with links in every state, the archives that are compared below differ in each", () => {
  const words = ["Page", "timeout", "Subject", "Post", "Sp\u00e4ter", '"is_favorite": true', '"visit_count": 3'];
  expect(words.filter((word) => !before.includes(word))).toEqual([]);
});

test("given every table is dropped, when the services start again, then every query answers the same to the letter", async () => {
  await system.stop();
  await system.pool.query("drop schema links, folders cascade");

  await Promise.all([system.start("links"), system.start("folders")]);

  expect(await readArchives(system, users)).toBe(before);
});

test("given services at work, when links and folders are rebuilt, then every reader sees the same all the time", async () => {
  const writer = newUser();
  const written: string[] = [];
  let done = false;
  const writing = (async () => {
    for (let n = 0; !done; n++) {
      await save(system, writer, `https://example.com/${n}`);
      written.unshift(`https://example.com/${n}`);
      expect(await urls(system, writer, { size: 100 })).toEqual(written);
    }
  })();
  const reading = (async () => {
    while (!done) expect(await readArchives(system, users)).toBe(before);
  })();
  // A failure of theirs must not wait for the end.
  const watched = Promise.all([writing, reading]);

  await Promise.race([watched, Promise.all([rebuilt(linksProjection), rebuilt(foldersProjection)])]);
  const count = written.length;
  done = true;
  await watched;

  expect(count).toBeGreaterThan(0);
  expect(await readArchives(system, users)).toBe(before);
  await save(system, writer, "https://example.com/last");
  expect(await urls(system, writer, { size: 100 })).toEqual(["https://example.com/last", ...written]);
});

/** Rebuilds a projection as an operator does, and makes sure that its tables are others than before. */
async function rebuilt(projection: Projection): Promise<void> {
  const { bus, pool, journal, env } = system;
  const tableOf = async (): Promise<unknown> =>
    (await pool.query(`select '${projection.name}.checkpoints'::regclass::oid as oid`)).rows[0];
  const old = await tableOf();
  const logger = createLogger("test", env.LOG_LEVEL ?? "silent");
  const options = { projection, bus, pool, journal, logger, databaseUrl: env.DATABASE_URL ?? "" };
  await rebuild(options, "current", new AbortController().signal);
  expect(await tableOf()).not.toEqual(old);
}
