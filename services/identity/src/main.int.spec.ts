import { freePort, createTestDatabase, eventually, spawnProgram, startTestNats, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";

const MAIN = new URL("./main.ts", import.meta.url);
const KEY = "0123456789abcdef0123456789abcdef";

test("given a complete configuration, when identity is started, then it becomes ready, and SIGTERM ends it in order", async () => {
  const [nats, database, outbox, port] = await Promise.all([
    startTestNats(),
    createTestDatabase(),
    tempDir(),
    freePort(),
  ]);
  const identity = await spawnProgram(MAIN, {
    env: {
      NATS_URL: nats.url,
      NATS_MONITOR_URL: nats.monitorUrl,
      DATABASE_URL: database.url,
      ADDRESS_KEY: KEY,
      CODE_KEY: KEY,
      TOKEN_KEY: KEY,
      OUTBOX_DIR: outbox,
      PUBLIC_URL: "http://localhost:3000",
      OPERATIONS_PORT: String(port),
    },
  });

  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200);
  expect(await identity.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(identity.stdout.join()).not.toMatch(/"level":"(?:error|fatal)"/);
});

test("given no keys, when identity is started, then it ends and names every fault, without repeating a secret", async () => {
  const identity = await spawnProgram(MAIN, {
    env: { NATS_URL: "nats://127.0.0.1:1", DATABASE_URL: "postgres://nobody", PUBLIC_URL: "here", TOKEN_KEY: "s3cret" },
  });
  expect(await identity.exited).toEqual({ code: 78, signal: null });

  const said = identity.stderr.join("\n");
  for (const name of ["ADDRESS_KEY is missing", "CODE_KEY is missing", "TOKEN_KEY must have", "PUBLIC_URL must be"]) {
    expect(said).toContain(name);
  }
  expect(said).not.toContain("s3cret");
});
