import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createTestDatabase, cuttable } from "@satchel/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, test } from "vitest";
import { createLogger } from "./logging.ts";
import { openPool, prepared, queriesOver } from "./database.ts";
import { isTransient } from "./faults.ts";
import { ensureReader, inTransaction } from "./projection/schema.ts";

const { url } = await createTestDatabase();
const logger = createLogger("test", "silent");

test("given a prepared read, when its table is replaced by another of that name, then it reads the new one", async () => {
  const pool = openPool({ url, logger, name: "test", connections: 1 });
  const db = queriesOver(pool);
  const text = prepared("select word from now.words where id = $1");
  const read = async (): Promise<unknown[]> => (await db.executeQuery(CompiledQuery.raw(text, [1]))).rows;
  const create = async (schema: string, word: string): Promise<void> => {
    await pool.query(`create schema ${schema}`);
    await pool.query(`create table ${schema}.words (id int primary key, word text not null)`);
    await pool.query(`insert into ${schema}.words values (1, '${word}')`);
  };
  await create("now", "old");
  // After five times, the plan stays.
  for (let n = 0; n < 8; n++) expect(await read()).toEqual([{ word: "old" }]);
  const statements = await pool.query("select statement from pg_prepared_statements");
  expect(statements.rows).toEqual([{ statement: text }]);

  await create("next", "new");
  await pool.query("alter schema now rename to before");
  await pool.query("alter schema next rename to now");
  await pool.query("drop schema before cascade");
  expect(await read()).toEqual([{ word: "new" }]);
  await pool.end();
});

test.each([false, true])(
  "given a database whose dates are written in another way, when one is read (read-only: %s), then it is that date",
  async (readOnly) => {
    const other = await createTestDatabase();
    const owner = openPool({ url: other.url, logger, name: "test", connections: 1 });
    await inTransaction(owner, ensureReader);
    await owner.query(`alter database ${new URL(other.url).pathname.slice(1)} set datestyle = 'SQL, DMY'`);
    await owner.end();
    const pool = openPool({ url: other.url, logger, name: "test", connections: 1, readOnly });

    const { rows } = await pool.query("select '2026-02-01T10:00:00Z'::timestamptz as at");

    expect(rows).toEqual([{ at: new Date("2026-02-01T10:00:00Z") }]);
    await pool.end();
  },
);

test("given a database that ends idle sessions, when a connection of a pool was idle for longer, then it is still there", async () => {
  const other = await createTestDatabase();
  const name = new URL(other.url).pathname.slice(1);
  const owner = openPool({ url: other.url, logger, name: "test", connections: 1 });
  await owner.query(`alter database ${name} set idle_session_timeout = '200ms'`);
  await owner.end();
  const pool = openPool({ url: other.url, logger, name: "test", connections: 1 });
  const pid = async () => (await pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  const before = await pid();

  await delay(1000);

  expect(await pid()).toBe(before);
  await pool.end();
});

test("given the role of reads that another user made, when tables are made by one who is no member, then it is said what to run", async () => {
  await reader();
  const other = await createTestDatabase();
  const user = `other_${randomBytes(4).toString("hex")}`;
  const owner = openPool({ url: other.url, logger, name: "test", connections: 1 });
  await owner.query(`create role ${user} login password 'word' createrole`);
  const theirs = new URL(other.url);
  [theirs.username, theirs.password] = [user, "word"];
  const pool = openPool({ url: theirs.href, logger, name: "test", connections: 1 });
  const make = () => inTransaction(pool, ensureReader);

  await expect(make()).rejects.toThrow(`a superuser of this PostgreSQL has to run: grant satchel_reader to ${user}`);

  await owner.query(`grant satchel_reader to ${user}`);
  await make();
  await Promise.all([pool.end(), owner.end()]);
});

describe("given connections whose server is gone without a word, and a new server", () => {
  test("when a read has waited long enough, then it fails, and the next one gets a new connection", async () => {
    const way = await cuttable(url);
    await reader();
    const pool = openPool({ url: way.url, logger, name: "test", connections: 1, readOnly: true, silentMs: 500 });
    const db = queriesOver(pool);
    const read = () => db.executeQuery(CompiledQuery.raw("select 1 as one"));
    await read();
    way.strand();

    await expect(read()).rejects.toThrow(/timeout/);

    expect((await read()).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test("when a write has waited long enough, then it fails, and the next one gets a new connection", async () => {
    const way = await cuttable(url);
    const pool = openPool({ url: way.url, logger, name: "test", connections: 1, silentMs: 500 });
    const write = () => inTransaction(pool, (client) => client.query("select 1 as one"));
    await write();
    way.strand();

    await expect(write()).rejects.toSatisfy(isTransient);

    expect((await write()).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

/** The role of reads, which a projection makes elsewhere. */
async function reader(): Promise<void> {
  const pool = openPool({ url, logger, name: "test", connections: 1 });
  await inTransaction(pool, ensureReader);
  await pool.end();
}
