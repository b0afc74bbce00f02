import { START_MS } from "@satchel/contracts";
import { createTestDatabase, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { launchInstance } from "../test/instance.ts";
import { lateServer } from "../test/late-server.ts";

test("given a bus and a database that answer many seconds late, when all is started, then it prints what it waits for, and becomes ready", {
  timeout: 400_000,
}, async () => {
  const [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
  // Longer than one question to JetStream waits (5 s) and than NATS waits for a password by default (2 s).
  const late = { byMs: 7000, forMs: 45_000 };
  const instance = await launchInstance({
    NATS_URL: await lateServer(nats.url, late),
    NATS_MONITOR_URL: await lateServer(nats.monitorUrl, late),
    DATABASE_URL: await lateServer(database.url, late),
  });

  await instance.process.waitForLine(/Satchel is ready/, 300_000);
  expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
  expect(instance.process.stdout).toContainEqual(expect.stringMatching(/^Starting .*links/));
  expect(instance.process.stdout).toContainEqual(expect.stringMatching(/^Starting .*links.* \(\d+ s\)$/));
});

test("given a database to which each connection takes seven seconds, when all is started, then it becomes ready", async () => {
  const database = await createTestDatabase();
  // What PostgreSQL says until a connection can be used (SCRAM: its offer, its challenge, its proof).
  const late = { byMs: 2400, forMs: START_MS, first: 3 };
  const instance = await launchInstance({ DATABASE_URL: await lateServer(database.url, late) });

  await instance.process.waitForLine(/Satchel is ready/, 300_000);
  expect((await fetch(`${instance.url}/api/health`)).status).toBe(200);
});
