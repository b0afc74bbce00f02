import { randomUUID } from "node:crypto";
import { aggregateSubject, progressSubject, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { ledger } from "../../test/ledger.ts";
import { linkSaved, linkSubject, usersOfAllPartitions } from "../../test/links.ts";
import { openWorld } from "../../test/world.ts";
import type { Projection } from "./projection.ts";
import { startProjection } from "./rebuild.ts";
import type { ProjectionRunner } from "./runner.ts";

const { journal, pool, bus, logger, databaseUrl } = await openWorld();
const [anna] = usersOfAllPartitions() as [UserId];
/** Concerned with links alone, as the real projections are with their own context. */
const links: Projection = {
  ...ledger,
  announce: ({ at }) =>
    at.kind === "aggregate" && at.context === "links" ? { userId: at.userId, id: at.aggregateId ?? "" } : undefined,
};
const start = async (settleMs: number, projection = links): Promise<ProjectionRunner> => {
  const runner = startProjection({ projection, databaseUrl, pool, bus, journal, logger, settleMs });
  await eventually(() => expect(runner.check()).toBe("ok"));
  return runner;
};
const checkpoint = async (): Promise<number> =>
  (await pool.query<{ sequence: number }>("select sequence from ledger.checkpoints where partition = 0")).rows[0]
    ?.sequence ?? -1;
const heard: number[] = [];
const subscription = bus.nc.subscribe(progressSubject("ledger", 0), {
  callback: (_, message) => void heard.push(message.json<{ sequence: number }>().sequence),
});
atEnd(() => subscription.unsubscribe());

async function folderEvent(): Promise<number> {
  const subject = aggregateSubject(anna, "folders", randomUUID());
  const event = { id: randomUUID(), type: "FolderDeleted", data: { folderId: 1, removed: [], placed: [] } };
  return (await journal.append({ subject, event, expected: 0 })).sequence;
}
async function saveLink(): Promise<number> {
  return (await journal.append({ subject: linkSubject(anna), event: linkSaved(), expected: 0 })).sequence;
}

test("given events that concern no table, then progress is announced at once, and the checkpoint is written with the next rows or when the runner stops", async () => {
  const runner = await start(60_000);
  const saved = await saveLink();
  await eventually(() => expect(heard).toContain(saved));

  const passed = await folderEvent();
  await eventually(() => expect(heard).toContain(passed));
  expect(await checkpoint()).toBe(saved);

  const next = await saveLink();
  await eventually(() => expect(heard).toContain(next));
  expect(await checkpoint()).toBe(next);

  const last = await folderEvent();
  await eventually(() => expect(heard).toContain(last));
  await runner.stop();
  expect(await checkpoint()).toBe(last);
});

test("given an event that concerns no table and nothing after it, then its checkpoint is written soon", async () => {
  const runner = await start(100);
  const passed = await folderEvent();
  await eventually(async () => expect(await checkpoint()).toBe(passed));
  await runner.stop();
});

test("given a projection that is awaited for its rows only, then an event without rows is not announced, and its checkpoint is written soon", async () => {
  const runner = await start(100, { ...links, awaitedForRowsOnly: true });
  const passed = await folderEvent();
  await eventually(async () => expect(await checkpoint()).toBe(passed));
  const saved = await saveLink();
  await eventually(() => expect(heard).toContain(saved));
  expect(heard).not.toContain(passed);
  await runner.stop();
});

test("given an event that can't concern the projection, then no progress is announced, and its checkpoint is written soon", async () => {
  const runner = await start(100, { ...links, concerns: ({ context }) => context === "links" });
  const skipped = await folderEvent();
  await eventually(async () => expect(await checkpoint()).toBe(skipped));

  const saved = await saveLink();
  await eventually(() => expect(heard).toContain(saved));
  expect(heard).not.toContain(skipped);
  await runner.stop();
});

test("given checkpoints that another has moved meanwhile, when they are written, then the runner goes on from there", async () => {
  const runner = await start(500);
  const passed = await folderEvent();
  await eventually(() => expect(heard).toContain(passed));
  await pool.query("update ledger.checkpoints set sequence = $1 where partition = 0", [passed]);

  const saved = await saveLink();

  await eventually(async () => expect(await checkpoint()).toBe(saved));
  expect((await pool.query("select from ledger.writes where sequence = $1", [saved])).rowCount).toBe(1);
  await runner.stop();
});
