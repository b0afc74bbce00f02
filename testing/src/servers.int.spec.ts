import { expect, test } from "vitest";
import pg from "pg";
import { connect } from "node:net";
import { once } from "node:events";
import { createTestDatabase, startTestNats } from "./index.ts";

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("given two test databases, when one gets a table, then the other stays empty", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);

  await query(first.url, "CREATE TABLE notes (text text)");

  const tables = "SELECT to_regclass('notes') AS found";
  expect(await query(first.url, tables)).toEqual([{ found: "notes" }]);
  expect(await query(second.url, tables)).toEqual([{ found: null }]);
});

test("given a database in use, when it is dropped, then it is gone", async () => {
  const database = await createTestDatabase();
  const user = new pg.Client({ connectionString: database.url });
  const ended = new Promise((resolve) => user.on("error", resolve));
  await user.connect();

  await database.drop();

  await ended;
  await expect(query(database.url, "SELECT 1")).rejects.toThrow(/does not exist/);
});

test("given a killed NATS server, when it is restarted, then it answers at the same addresses", async () => {
  const nats = await startTestNats();

  await nats.kill();
  await expect(fetch(nats.monitorUrl)).rejects.toThrow();
  await nats.restart();

  expect(await (await fetch(`${nats.monitorUrl}/healthz`)).json()).toEqual({ status: "ok" });
  const socket = connect(Number(new URL(nats.url).port), "127.0.0.1");
  expect(String((await once(socket, "data"))[0])).toMatch(/^INFO /);
  socket.destroy();
});

test("given a NATS server that was stopped and restarted, when it is stopped or killed again, then it answers no more", async () => {
  const nats = await startTestNats();

  for (const end of [nats.stop, nats.stop, nats.kill, nats.kill]) {
    await end();
    await expect(fetch(nats.monitorUrl)).rejects.toThrow();
    await nats.restart();
  }
});
