import { createTestDatabase } from "@satchel/testing";
import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { createLogger } from "./logging.ts";
import { openPool, prepared, queriesOver } from "./database.ts";

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
