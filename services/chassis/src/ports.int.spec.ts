import { once } from "node:events";
import { createServer } from "node:net";
import { freePort } from "@satchel/testing";
import { expect, test } from "vitest";
import { portFaults } from "./ports.ts";

const NAMES = ["PORT", "SMTP_PORT", "OPERATIONS_PORT"] as const;
const host = { HOST: "127.0.0.1", SMTP_HOST: "127.0.0.1", OPERATIONS_HOST: "127.0.0.1" };

test("given free ports, any free port, and one that is not set, then there is no fault, and they are free again", async () => {
  const PORT = await freePort();
  expect(await portFaults({ ...host, PORT, SMTP_PORT: 0 }, NAMES)).toEqual([]);
  expect(await portFaults({ ...host, PORT, SMTP_PORT: 0 }, NAMES)).toEqual([]);
});

test("given one port for two settings, then the fault names both", async () => {
  const PORT = await freePort();
  expect(await portFaults({ ...host, PORT, SMTP_PORT: PORT }, NAMES)).toEqual([
    `SMTP_PORT is ${PORT}, and so is PORT: each needs a port of its own`,
  ]);
});

test("given an address of another machine, then its setting is named", async () => {
  const [fault] = await portFaults({ ...host, HOST: "192.0.2.1", PORT: await freePort() }, NAMES);
  expect(fault).toContain('HOST is no address of this machine (it is "192.0.2.1"');
});

test("given a port whose program is ending, then it is retried", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const faults = portFaults({ ...host, PORT: port }, NAMES);
  setImmediate(() => server.close());
  expect(await faults).toEqual([]);
});
