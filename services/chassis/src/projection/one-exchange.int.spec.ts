import { expect, test } from "vitest";
import { openWorld } from "../../test/world.ts";
import { inOneExchange } from "./one-exchange.ts";

const { pool } = await openWorld();
await pool.query("create table numbers (n int primary key)");
const put = (n: string) => ({ name: "put", text: "insert into numbers values ($1::int)", values: [n] });
const count = { name: "count", text: "select n, 'many' from numbers, generate_series(1, 1000)", values: [] };
const numbers = async (): Promise<number[]> =>
  (await pool.query<{ n: number }>("select n from numbers order by n")).rows.map(({ n }) => n);

test("given several statements, when one of them fails, then nothing of them stays, and the same statements can be sent again", async () => {
  await inOneExchange(pool, [put("1"), count, put("2")]);
  await expect(inOneExchange(pool, [put("3"), put("2"), put("4")])).rejects.toMatchObject({ code: "23505" });
  await expect(inOneExchange(pool, [put("3"), put("it's no number")])).rejects.toMatchObject({ code: "22P02" });
  await expect(
    inOneExchange(pool, [put("3"), { name: "wrong", text: "insert into nowhere values (1)", values: [] }]),
  ).rejects.toMatchObject({ code: "42P01" });
  expect(await numbers()).toEqual([1, 2]);

  await inOneExchange(pool, [put("3"), put("4")]);
  expect(await numbers()).toEqual([1, 2, 3, 4]);
});

test("given a connection that breaks in the middle, when statements are sent again, then they are applied once", async () => {
  const sleep = { name: "sleep", text: "select pg_sleep(60)", values: [] };
  const broken = expect(inOneExchange(pool, [put("5"), sleep])).rejects.toThrow();
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)' and pid <> pg_backend_pid()";
  while ((await pool.query(end)).rowCount === 0);
  await broken;

  await inOneExchange(pool, [put("5")]);
  expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
});
