import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { aggregateSubject, ERASURES, erasedSubject, type UserId } from "@satchel/contracts";
import { startPostgres } from "@satchel/embedded";
import { atEnd, eventually, tempDir } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { linkSubject, someUser } from "../../test/links.ts";
import { openJournalWorld } from "../../test/world.ts";
import { openPool } from "../database.ts";
import type { Projection } from "./projection.ts";
import { type ProjectionOptions, startProjection } from "./rebuild.ts";
import { isScrubDue, SCRUB_FULL_BYTES, scrub, type ScrubOutcome } from "./scrub.ts";

/** Addresses of pages, indexed, long enough for TOAST, and often enough the same to be among the commonest values. */
const pages: Projection = {
  name: "pages",
  version: 1,
  tables: [
    {
      name: "pages",
      columns: { user_id: "uuid", id: "uuid", url: "text", text: "text" },
      key: ["user_id", "id"],
      extra: ["create index on {schema}.pages (url)"],
    },
  ],
  project: ({ type, at, data }) => {
    if (at.kind !== "aggregate") return [];
    const user_id = at.userId;
    if (type === "UserErased") return [{ op: "removeWhere", table: "pages", where: { user_id } }];
    if (type !== "LinkSaved") return [];
    const { url, suggestedTitle } = data as { url: string; suggestedTitle: string };
    return [{ op: "put", table: "pages", row: { user_id, id: at.aggregateId, url, text: suggestedTitle } }];
  },
};

const { bus, journal, logger } = await openJournalWorld();
let dataDir: string;
let options: ProjectionOptions;
beforeAll(async () => {
  dataDir = await tempDir();
  const postgres = await startPostgres({ dataDir, settings: { fsync: "off" } });
  atEnd(() => postgres.stop());
  const pool = openPool({ url: postgres.url, name: "test", logger, connections: 4 });
  pool.on("error", () => {});
  atEnd(() => pool.end());
  options = { projection: pages, databaseUrl: postgres.url, pool, bus, journal, logger };
  await journal.jsm.streams.add({ name: ERASURES, subjects: [erasedSubject("*")], max_msgs_per_subject: 1 });
});

/** How often that is looked for which takes reading all files of a Postgres. */
const RARELY = { interval: 250 };

/** Files of Postgres, its log and its write-ahead log included, that hold a text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => (await readFile(file).catch(() => Buffer.of())).includes(text)),
  );
  return files.filter((_, i) => found[i]);
}

const noise = (length: number): string =>
  Array.from({ length: length / 32 }, () => randomUUID().replaceAll("-", "")).join("");

async function save(user: UserId, marker: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const url = `https://${marker}.example/`;
    // What can't be compressed is kept outside of its row.
    const suggestedTitle = `${marker} ${noise(200)}`;
    const data = { url, suggestedTitle, origin: { kind: "page" } };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    await journal.append({ subject: linkSubject(user), event, expected: 0 });
  }
}
async function erase(user: UserId): Promise<void> {
  const event = { id: randomUUID(), type: "UserErased", data: {} };
  await journal.append({ subject: aggregateSubject(user, "identity"), event, expected: 0 });
  await journal.js.publish(erasedSubject(user), "");
}
const scrubPages = (more: { fullBytes?: number; logger?: typeof logger } = {}): Promise<ScrubOutcome> =>
  scrub({ ...options, schema: "pages", ...more }, new AbortController().signal);
const rows = async (): Promise<number> =>
  Number((await options.pool.query("select count(*) as n from pages.pages")).rows[0]?.n);
const marked = async (): Promise<string | null> =>
  (await options.pool.query("select obj_description('pages.checkpoints'::regclass) as mark")).rows[0]?.mark;

async function saved(user: UserId, marker: string): Promise<void> {
  const before = await rows();
  await save(user, marker, 100);
  await eventually(async () => (await rows()) === before + 100);
  await options.pool.query("analyze pages.pages");
  await options.pool.query("checkpoint");
}

describe("given rows of a user in table, index, statistics and log", () => {
  test("when the user is erased, then no file of Postgres has their text, and others' rows stand", async () => {
    const runner = startProjection(options);
    atEnd(() => runner.stop());
    await eventually(() => runner.check() === "ok");
    const [erased, kept] = [someUser(), someUser()];
    await saved(erased, "erasedmarker");
    await saved(kept, "keptmarker");
    expect(await filesWith("erasedmarker")).not.toEqual([]);

    await erase(erased);
    await eventually(async () => (await rows()) === 100);
    expect(await scrubPages()).toBe("done");

    await eventually(async () => expect(await filesWith("erasedmarker")).toEqual([]), RARELY);
    expect(await rows()).toBe(100);
    expect(await filesWith("keptmarker")).not.toEqual([]);
    await runner.stop();
  });

  test("when the tables were scrubbed, then there is nothing to do until the next erasure", async () => {
    const runner = startProjection(options);
    atEnd(() => runner.stop());
    await eventually(() => runner.check() === "ok");
    expect(await scrubPages()).toBe("nothing");
    const user = someUser();
    await saved(user, "latermarker");
    await erase(user);
    await eventually(async () => (await rows()) === 100);
    expect(await filesWith("latermarker")).not.toEqual([]);

    expect(await scrubPages()).toBe("done");

    await eventually(async () => expect(await filesWith("latermarker")).toEqual([]), RARELY);
    expect(await scrubPages()).toBe("nothing");
    await runner.stop();
  });

  test("when the user was erased during the day, then the scrub is due from the next night on", async () => {
    const runner = startProjection(options);
    atEnd(() => runner.stop());
    await eventually(() => runner.check() === "ok");
    const isDue = (now: Date): Promise<boolean> => isScrubDue({ ...options, schema: "pages" }, now);
    const night = new Date();
    night.setDate(night.getDate() + 1);
    night.setHours(3, 0, 0, 0);
    const inOneHour = (from: Date): Date => new Date(from.getTime() + 3_600_000);
    expect(await isDue(inOneHour(night))).toBe(false);
    await erase(someUser());

    expect(await isDue(new Date())).toBe(false);
    expect(await isDue(inOneHour(night))).toBe(true);
    // A machine that was off at night.
    expect(await isDue(new Date(night.getTime() + 40 * 3_600_000))).toBe(true);

    await eventually(async () => expect(await scrubPages()).toBe("done"));
    expect(await isDue(inOneHour(night))).toBe(false);
    await runner.stop();
  });

  test("when a transaction can still see removed rows, then the scrub waits for it", async () => {
    const runner = startProjection(options);
    await eventually(() => runner.check() === "ok");
    const user = someUser();
    await saved(user, "readmarker");
    const reader = await options.pool.connect();
    await reader.query("begin isolation level repeatable read");
    await reader.query("select 1 from pages.checkpoints");
    const mark = await marked();
    await erase(user);
    await eventually(async () => (await rows()) === 100);
    const scrubbed = scrubPages();
    const waiting = "select 1 from pg_stat_activity where application_name = 'satchel scrub pages'";
    await eventually(async () => (await options.pool.query(waiting)).rowCount === 1);
    expect(await marked()).toBe(mark);

    await reader.query("commit");
    reader.release();

    expect(await scrubbed).toBe("done");
    await eventually(async () => expect(await filesWith("readmarker")).toEqual([]), RARELY);
    await runner.stop();
  });
});

test("given a table that is too large, when it is scrubbed, then it is vacuumed and the log says so", async () => {
  expect(SCRUB_FULL_BYTES).toBeGreaterThan(1024 * 1024);
  const before = await options.pool.query("select pg_relation_filenode('pages.pages') as node");
  const warned: unknown[] = [];
  const listening = {
    ...logger,
    warn: (about: unknown) => warned.push(about),
    info: () => {},
  } as unknown as typeof logger;
  await options.pool.query("comment on table pages.checkpoints is null");

  await scrubPages({ logger: listening, fullBytes: 0 });

  expect(warned).toContainEqual(expect.objectContaining({ table: "pages.pages" }));
  const after = await options.pool.query("select pg_relation_filenode('pages.pages') as node");
  expect(after.rows).toEqual(before.rows);
});

test("given a connection that the database ends during the check whether a scrub is due, then the process continues", async () => {
  const { pool } = options;
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'satchel scrub pages'";
  const { jsm } = journal;
  // The bus itself, which is asked a moment later.
  const streams = Object.assign(Object.create(jsm.streams) as typeof jsm.streams, {
    info: async (name: string) => {
      await eventually(async () => expect((await pool.query(end)).rowCount).toBe(0));
      return jsm.streams.info(name);
    },
  });
  const late = { ...journal, jsm: Object.assign(Object.create(jsm) as typeof jsm, { streams }) };

  expect(await isScrubDue({ ...options, journal: late, schema: "pages" }, new Date(0))).toBe(false);
});
