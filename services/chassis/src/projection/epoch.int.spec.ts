import { cp, rm } from "node:fs/promises";
import { JOURNAL, type UserId } from "@satchel/contracts";
import { addSpareStream, eventually, tempDir } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { afterEach, expect, test } from "vitest";
import { everythingOnce } from "../../test/everything-once.ts";
import { ledger } from "../../test/ledger.ts";
import { saveLinks, usersOfAllPartitions } from "../../test/links.ts";
import { openWorld } from "../../test/world.ts";
import { ensureJournal } from "../journal/stream.ts";
import { startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

const world = await openWorld();
const { journal, pool, bus, logger, databaseUrl, nats } = world;
const [anna, bert] = usersOfAllPartitions() as [UserId, UserId];
await addSpareStream(journal.jsm);

let runner: ProjectionRunner;
function start(): void {
  runner = startProjection({ projection: ledger, databaseUrl, pool, bus, journal, logger, settleMs: 100 });
}
const ready = () => eventually(() => expect(runner.check()).toBe("ok"));
const save = (user: UserId, count: number) => eventually(() => saveLinks(journal, user, count));

/** Makes a copy of the journal's files to go back to. */
async function backUp(): Promise<() => Promise<void>> {
  const copy = await tempDir();
  await nats.stop();
  await cp(nats.storeDir, copy, { recursive: true });
  await nats.restart();
  return async () => {
    await nats.stop();
    await rm(nats.storeDir, { recursive: true });
    await cp(copy, nats.storeDir, { recursive: true });
    await nats.restart();
  };
}

async function makeJournalAnew(): Promise<void> {
  await journal.jsm.streams.delete(JOURNAL);
  await ensureJournal(journal);
}

afterEach(async () => {
  await runner.stop();
  await makeJournalAnew();
});

test("given a running projection, when the journal is deleted and created again, then its tables are rebuilt from the new one", async () => {
  start();
  await save(anna, 30);
  await everythingOnce(world);

  await makeJournalAnew();
  await save(bert, 10);

  await everythingOnce(world);
  await ready();
});

test("given a running projection, when its journal is replaced by an empty one, then its tables are empty too", async () => {
  start();
  await save(anna, 30);
  await everythingOnce(world);

  await makeJournalAnew();

  await everythingOnce(world);
  expect((await pool.query("select from ledger.links")).rowCount).toBe(0);
});

test("given a stopped projection, when the journal was created again and is longer than before, then its tables are rebuilt", async () => {
  start();
  await save(anna, 10);
  await everythingOnce(world);
  await runner.stop();

  await makeJournalAnew();
  await save(bert, 30);
  start();

  await everythingOnce(world);
  await ready();
});

inProof(
  "given a running projection, when an older copy of the journal is restored, then what it lacks is gone from the tables",
  async () => {
    start();
    await save(anna, 10);
    const restore = await backUp();
    await save(anna, 20);
    await everythingOnce(world, 20_000);

    await restore();

    await eventually(() => journal.info());
    await everythingOnce(world, 20_000);
    expect((await pool.query("select from ledger.links")).rowCount).toBe(10);
    await ready();
  },
);

inProof(
  "given a restored older copy that grew beyond the checkpoints, when a projection starts, then it notices that its last event is a different one",
  async () => {
    start();
    await save(anna, 10);
    await everythingOnce(world);
    const restore = await backUp();
    await save(anna, 5);
    await everythingOnce(world, 20_000);
    await runner.stop();

    await restore();
    await save(bert, 20);
    start();

    await everythingOnce(world, 20_000);
    await ready();
  },
);
