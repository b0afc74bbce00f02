import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { atEnd, createTestDatabase, freePort, spawnProgram, startTestNats, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { launchInstance } from "../test/instance.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const MAIN = new URL("./main.ts", import.meta.url);

/** A port that a program of another's has. */
async function takenPort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

/** What a start says that ends by itself with what it ends for a fault of the settings. */
async function refusal(env: Record<string, string>, main: URL = MAIN): Promise<string> {
  const started = await spawnProgram(main, { env });
  expect(await started.exited).toEqual({ code: 78, signal: null });
  return started.stderr.join("\n");
}

test("given ports in use, a folder that is a file, and a database and a bus that do not run, then each is named, and nothing is started", async () => {
  const file = join(await tempDir(), "file");
  await writeFile(file, "");
  const [nobody, PORT, SMTP_PORT, OPERATIONS_PORT, ADMIN_PORT] = await Promise.all([
    freePort(),
    takenPort(),
    takenPort(),
    takenPort(),
    takenPort(),
  ]);

  const said = await refusal({
    PORT,
    SMTP_PORT,
    OPERATIONS_PORT,
    ADMIN_PORT,
    ADMIN_TOKEN: "x".repeat(32),
    DATA_DIR: file,
    DATABASE_URL: `postgres://anna:hunter2@127.0.0.1:${nobody}/satchel`,
    NATS_URL: `nats://anna:hunter2@127.0.0.1:${nobody}`,
    NATS_MONITOR_URL: `http://127.0.0.1:${nobody}`,
  });

  const ports = { PORT, SMTP_PORT, OPERATIONS_PORT, ADMIN_PORT };
  for (const [name, port] of Object.entries(ports)) expect(said).toContain(`- ${name}: port ${port} is in use`);
  expect(said).toContain("- DATA_DIR can't be used");
  expect(said).toContain(`- DATABASE_URL: no database answers at 127.0.0.1:${nobody}`);
  expect(said).toContain(`- NATS_URL: no bus answers at 127.0.0.1:${nobody}`);
  expect(said).toContain(`- NATS_MONITOR_URL: no monitoring answers at 127.0.0.1:${nobody}`);
  expect(said).not.toContain("hunter2");
});

test("given a database and a bus that refuse the password, then both are named", async () => {
  const [nats, database] = await Promise.all([startTestNats(), createTestDatabase()]);
  const wrong = (url: string): string => url.replace(/:[^:@/]+@/, ":wrong@");

  const said = await refusal({
    PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
    DATA_DIR: await tempDir(),
    DATABASE_URL: wrong(database.url),
    NATS_URL: wrong(nats.url),
    NATS_MONITOR_URL: nats.monitorUrl,
  });

  expect(said).toMatch(/- DATABASE_URL: the database at .* refuses it: password/);
  expect(said).toMatch(/- NATS_URL: the bus at .* refuses user or password/);
});

test("given a running instance, when a second one is started on its folder, then that one fails with the reason, and the first one keeps running", async () => {
  const running = await sharedInstance();

  const second = await launchInstance({}, { ...running, smtpPort: await freePort() });

  expect(await second.process.exited).toEqual({ code: 78, signal: null });
  const said = second.process.stderr.join("\n");
  expect(said).toMatch(new RegExp(`DATA_DIR: ${running.dataDir} is in use by process \\d+`));
  expect(said).toContain(`PORT: port ${new URL(running.url).port} is in use`);
  expect((await fetch(`${running.url}/api/health`)).status).toBe(200);
});

test("given a port in use, when a service is started alone, then the error names its setting", async () => {
  const port = await takenPort();
  const nats = await startTestNats();
  const bus = { NATS_URL: nats.url, NATS_MONITOR_URL: nats.monitorUrl };
  const links = new URL("../../links/src/main.ts", import.meta.url);
  const mail = new URL("../../mail-ingest/src/main.ts", import.meta.url);

  const ADDRESS_KEY = "x".repeat(32);
  const DATABASE_URL = "postgres://127.0.0.1:1/satchel";
  expect(await refusal({ ...bus, ADDRESS_KEY, DATABASE_URL, OPERATIONS_PORT: port }, links)).toContain(
    `OPERATIONS_PORT: port ${port}`,
  );
  const own = { ADDRESS_KEY, MAIL_RUN_DIR: await tempDir(), SMTP_PORT: port };
  expect(await refusal({ ...bus, ...own }, mail)).toContain(`SMTP_PORT: port ${port} is in use`);
});
