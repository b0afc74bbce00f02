import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  addressKey,
  connectBus,
  createLogger,
  normaliseAddress,
  openJournal,
  openPool,
  readConfig,
} from "@satchel/chassis";
import { addressSubject, type UserId } from "@satchel/contracts";
import { atEnd, createTestDatabase, eventually, freePort, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { ADDRESS_KEY, environment, pidOfHaraka } from "../../test/door.ts";
import { sendRaw } from "../../test/smtp-client.ts";
import { startMailIngestService } from "../service.ts";
import { mailServiceSettings } from "../config.ts";

// Haraka is started from source.
const logger = createLogger("test", "silent");
const SAVE = "save@satchel.example";

const start = async (env: Record<string, string>) => {
  const service = await startMailIngestService(readConfig(mailServiceSettings, env), logger);
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= service.stop());
  atEnd(stop);
  return { ...service, stop };
};

test("given no database at the start, then mail is accepted, readiness shows that the tables are missing, and captures appear when the database comes", async () => {
  const [nats, { url }, smtpPort] = await Promise.all([startTestNats(), createTestDatabase(), freePort()]);
  const name = `late_${randomBytes(6).toString("hex")}`;
  const late = new URL(`/${name}`, url).href;
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  atEnd(() => bus.close());
  const journal = await openJournal(bus, { logger });
  const userId = randomUUID() as UserId;
  const address = normaliseAddress("anna@example.org");
  if (address === undefined) throw new Error("no address");
  const event = { id: randomUUID(), type: "AddressClaimed", data: { userId } };
  await journal.append({ subject: addressSubject(addressKey(ADDRESS_KEY, address)), event, expected: 0 });

  const env = await environment(nats, { SMTP_PORT: String(smtpPort), DATABASE_URL: late });
  const service = await start(env);
  const raw = "From: anna@example.org\r\n\r\nhttps://example.com/";
  expect(await sendRaw(smtpPort, SAVE, raw, "anna@example.org")).toMatch(/^250 /);
  // Haraka, which strangers talk to, does not get its address.
  const environ = await readFile(`/proc/${await pidOfHaraka(env["MAIL_RUN_DIR"] ?? "")}/environ`, "utf8");
  expect(environ).toContain("SAVE_ADDRESS=");
  expect(environ).not.toMatch(/DATABASE|postgres/);
  expect(await service.checks()).toMatchObject({
    "mail-ingest": "ok",
    "captures tables": expect.not.stringMatching(/^ok$/),
  });

  const pool = openPool({ url, logger, name: "test", connections: 1 });
  await pool.query(`create database ${name}`);
  await pool.end();
  const tables = openPool({ url: late, logger, name: "test", connections: 1 });
  atEnd(() => tables.end());
  await eventually(async () => {
    expect(Object.values(await service.checks()).filter((check) => check !== "ok")).toEqual([]);
    expect((await tables.query("select sender from captures.mails")).rows).toEqual([{ sender: "anna@example.org" }]);
  });
});

test("given no bus either, then mails are answered 451, and the service can be stopped", async () => {
  const [{ url }, smtpPort, nowhere] = await Promise.all([createTestDatabase(), freePort(), freePort()]);
  const nats = { url: `nats://127.0.0.1:${nowhere}`, monitorUrl: `http://127.0.0.1:${nowhere}` };
  const service = await start(await environment(nats as never, { SMTP_PORT: String(smtpPort), DATABASE_URL: url }));

  const raw = "From: anna@example.org\r\n\r\nhttps://example.com/";
  const answer: unknown = await sendRaw(smtpPort, SAVE, raw, "anna@example.org").catch((error: unknown) => error);
  expect(String(answer)).toMatch(/451 4\.3\.0 /);
  expect(await service.checks()).toMatchObject({ "captures tables": "starting" });
  await service.stop();
});

test("given no database in the settings, then there are no tables, and the service is ready without them", async () => {
  const [nats, smtpPort] = await Promise.all([startTestNats(), freePort()]);
  const service = await start(await environment(nats, { SMTP_PORT: String(smtpPort) }));
  expect(await service.checks()).toEqual({ "mail-ingest": "ok" });
});

test("given no bus at the start, when somebody mails, then the service is not ready before mail can be stored", async () => {
  const [nats, smtpPort] = await Promise.all([startTestNats(), freePort()]);
  await nats.stop();
  const service = await start(await environment(nats, { SMTP_PORT: String(smtpPort) }));
  const raw = "From: anna@example.org\r\n\r\nhttps://example.com/";
  await sendRaw(smtpPort, SAVE, raw, "anna@example.org").catch(() => undefined);
  expect(await service.checks()).toMatchObject({ "mail-ingest": "opening the journal" });

  await nats.restart();

  await eventually(async () => expect(await service.checks()).toMatchObject({ "mail-ingest": "ok" }));
});
