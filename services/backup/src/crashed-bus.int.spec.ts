import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connectBus, createLogger, openJournal, openPageJobs } from "@satchel/chassis";
import { type LinkId, PAGE_JOBS, type UserId } from "@satchel/contracts";
import { startTestNats, tempDir } from "@satchel/testing";
import { expect, test } from "vitest";
import { takeBackup } from "./take.ts";

const logger = createLogger("test", "silent");

test("given a bus that was killed after its jobs were done, when backups are taken, then both are whole", async () => {
  const nats = await startTestNats();
  const connect = () => connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  const before = await connect();
  await openJournal(before, { logger });
  const jobs = await openPageJobs(before);
  const userId = randomUUID() as UserId;
  for (let n = 0; n < 7; n++) await jobs.submit({ kind: "check", userId, linkId: randomUUID() as LinkId });
  await before.close();
  // In order: the server writes down what the stream holds.
  await nats.stop();
  await nats.restart();
  const during = await connect();
  const jsm = await jetstreamManager(during.nc);
  for (let sequence = 1; sequence <= 7; sequence++) await jsm.streams.deleteMessage(PAGE_JOBS, sequence, false);
  await during.close();
  await nats.kill();
  await nats.restart();
  const bus = await connect();
  // So that the test is of what it says: the server counts them as lost.
  const info = await (await jetstreamManager(bus.nc)).streams.info(PAGE_JOBS, { deleted_details: true });
  expect(info.state.lost?.msgs).toContain(1);

  const folder = await tempDir();
  for (const name of ["first", "second"]) {
    await takeBackup({ bus, file: join(folder, name), holds: "everything" });
  }
  await bus.close();
});
